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
};
