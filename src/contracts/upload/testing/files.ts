/** What tools write of one contract, and what is asked for with it. */
export const LONG = 'v0.8.23+commit.f704f362';
export const MIT = 'MIT License (MIT)';

const settings = { optimizer: { enabled: true, runs: 999 }, evmVersion: 'paris', viaIR: true };
export const input = {
  language: 'Solidity',
  sources: { 'contracts/A.sol': { content: 'contract A {}' } },
  settings: { ...settings, outputSelection: { '*': { '*': ['abi'] } } },
};
export const buildInfo = { _format: 'hh-sol-build-info-1', solcLongVersion: LONG.slice(1), input };
export const metadata = {
  compiler: { version: LONG.slice(1) },
  language: 'Solidity',
  output: { abi: [] },
  settings: { ...settings, compilationTarget: { 'contracts/A.sol': 'A' } },
  sources: { 'contracts/A.sol': { keccak256: '0x00' } },
};

export const json = (value: unknown) => JSON.stringify(value);
