import type { NetworkData } from './types.ts';

const NINETY_DAYS = 7_776_000;

export const MAINNET: NetworkData = {
  slug: 'mainnet',
  genesis: 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2',
  writable: true,
  nameServices: [
    {
      title: 'FNS',
      suffix: 'fil',
      registry: '0x916915d0d41EaA8AAEd70b2A5Fb006FFc213961b',
      registrar: '0x45d9d6408d5159a379924cf423cb7e15C00fA81f',
      controllers: ['0xDA3c407a23Ef96930f1A07903fB8360D8926991E'],
      resolvers: ['0xed9bd04b1BB87Abe2EfF583A977514940c95699c'],
      reverseRegistrar: '0xc49833d827b01e1465c65221A59885Fb71614a26',
      graceSeconds: NINETY_DAYS,
    },
    {
      title: 'Opengate FNS',
      suffix: 'fil',
      registry: '0xD4A059076d6C67c54113308344f94622728c4553',
      registrar: '0xb8d7ca6a3253c418e52087693ca688d3257d70d1',
      controllers: ['0xbA5cD7EF1414c33E3a250Fb89aD7C8F49844762d'],
      resolvers: ['0xE1b0C92be9C3855835dDbd0EF4c80DEe8fE41f60'],
      reverseRegistrar: '0xC5C9FbA1B420F4Ad6D0662D08306551391C857Bb',
      graceSeconds: NINETY_DAYS,
    },
  ],
  wrappedNative: ['0x60E1773636CF5E4A227d9AC24F20fEca034ee25A'],
  explorerHosts: [
    'filfox.info',
    'filscan.io',
    'filecoin.blockscout.com',
    'beryx.io',
    'beryx.zondax.ch',
    'explorer.glif.io',
    'fvm.starboard.ventures',
    'filscout.com',
    'filutils.com',
  ],
};
