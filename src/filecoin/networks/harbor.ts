import { MAINNET } from './mainnet.ts';
import type { NetworkData } from './types.ts';

/** The recorded demonstration network. It has mainnet's chain id, so a wallet would sign for that. */
export const HARBOR: NetworkData = {
  slug: 'harbor',
  genesis: 'bafy2bzacecdf2wbh52fzav3ls74gke47slrphfsvug6t6sc56noqm5anolyrk',
  writable: false,
  nameServices: [
    {
      title: 'FNS',
      suffix: 'fil',
      registry: '0x8f3f30caefc38767664d7af6c651ae6d7285ed23',
      registrar: '0xcd9b6e4e81d49c089da95ce34f6c4eacdab72ffd',
      controllers: ['0xe3b13ccf1b073feb0a92390df0399102c22a11b8'],
      resolvers: ['0x14543252a66e3aa0ac55a3f72d3fa284b318f04e'],
      reverseRegistrar: '0x4a1f59db821b8dfbf06fdcf8fee5dd3053a31cfa',
      graceSeconds: 7_776_000,
    },
  ],
  wrappedNative: ['0x7ce9a4ce26b6669562bbc6f623a7f5e17237c24d'],
  // It has none of its own; links are tried here as they would be on mainnet.
  explorerHosts: MAINNET.explorerHosts,
  tags: {
    '0x7ce9a4ce26b6669562bbc6f623a7f5e17237c24d': {
      en: 'Wrapped FIL (demo)',
      zh: '封装 FIL（演示）',
      ko: '래핑된 FIL (데모)',
    },
    '0x8f3f30caefc38767664d7af6c651ae6d7285ed23': {
      en: 'FNS: Registry (demo)',
      zh: 'FNS：注册表（演示）',
      ko: 'FNS: 레지스트리 (데모)',
    },
    '0xcd9b6e4e81d49c089da95ce34f6c4eacdab72ffd': {
      en: 'FNS: Registrar (demo)',
      zh: 'FNS：注册商（演示）',
      ko: 'FNS: 등록기관 (데모)',
    },
    '0xe3b13ccf1b073feb0a92390df0399102c22a11b8': {
      en: 'FNS: Controller (demo)',
      zh: 'FNS：控制器（演示）',
      ko: 'FNS: 컨트롤러 (데모)',
    },
    '0x14543252a66e3aa0ac55a3f72d3fa284b318f04e': {
      en: 'FNS: Resolver (demo)',
      zh: 'FNS：解析器（演示）',
      ko: 'FNS: 리졸버 (데모)',
    },
    '0x4a1f59db821b8dfbf06fdcf8fee5dd3053a31cfa': {
      en: 'FNS: Reverse Registrar (demo)',
      zh: 'FNS：反向注册商（演示）',
      ko: 'FNS: 역방향 등록기관 (데모)',
    },
    '0x90f1af0f62305a2d1f1b32ab28c87e6ee3b90a4e': {
      en: 'Exchange: Pool Factory (demo)',
      zh: '交易所：资金池工厂（演示）',
      ko: '거래소: 풀 팩토리 (데모)',
    },
    '0x0257150f75e4ef862df84812ca7aebadaa61ace2': {
      en: 'Liquid Staking (demo)',
      zh: '流动性质押（演示）',
      ko: '유동성 스테이킹 (데모)',
    },
  },
};
