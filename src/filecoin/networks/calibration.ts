import type { NetworkData } from './types.ts';

export const CALIBRATION: NetworkData = {
  slug: 'calibration',
  genesis: 'bafy2bzacecyaggy24wol5ruvs6qm73gjibs2l2iyhcqmvi7r7a4ph7zx3yqd4',
  // Each put right the actors of the version before (lotus build/buildconstants/params_calibnet.go).
  upgrades: {
    UpgradeWatermelonFixHeight: 1_070_494,
    UpgradeWatermelonFix2Height: 1_108_174,
    UpgradeDragonFixHeight: 1_493_854,
    UpgradeTockFixHeight: 2_558_014,
  },
  writable: true,
  nameServices: [
    {
      title: 'FNS',
      suffix: 'fil',
      registry: '0x0381f0c42f542DEcEBC3ea1A27B3eF4ac1F258b6',
      registrar: '0x392d1959CFbdCA10342e7D32BCeF87e2Ac25221e',
      controllers: ['0xc5b7f7f5dFB7f16F74476564Fe2e3B5a7C182Cd4'],
      resolvers: ['0x7EEa7D977fff536d9B8752a5dF24A00E288c1B43'],
      reverseRegistrar: '0xc2ef6a6dd61529325290894fDC02F7dD3B7D7275',
      graceSeconds: 7_776_000,
    },
  ],
  wrappedNative: [],
  explorerHosts: [
    'calibration.filfox.info',
    'calibration.filscan.io',
    'filecoin-testnet.blockscout.com',
    'beryx.io',
    'explorer.glif.io',
  ],
};
