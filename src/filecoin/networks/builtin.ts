/** Names of the actors that every network has. */
import type { LocalName } from './types.ts';

export const BUILTIN_TAGS: Readonly<Record<string, LocalName>> = {
  f00: { en: 'System', zh: '系统', ko: '시스템' },
  f01: { en: 'Init', zh: '初始化', ko: '초기화' },
  f02: { en: 'Block Reward', zh: '区块奖励', ko: '블록 보상' },
  f03: { en: 'Cron', zh: '定时任务', ko: '크론' },
  f04: { en: 'Storage Power', zh: '存储算力', ko: '저장 파워' },
  f05: { en: 'Storage Market', zh: '存储市场', ko: '저장 시장' },
  f06: { en: 'Verified Registry', zh: '验证注册表', ko: '검증 레지스트리' },
  f07: { en: 'Data Cap', zh: '数据额度', ko: '데이터 캡' },
  f010: { en: 'Ethereum Address Manager', zh: '以太坊地址管理器', ko: '이더리움 주소 관리자' },
  f090: { en: 'Filecoin Reserve', zh: 'Filecoin 储备', ko: 'Filecoin 준비금' },
  f099: { en: 'Burnt Funds', zh: '销毁账户', ko: '소각 계정' },
};
