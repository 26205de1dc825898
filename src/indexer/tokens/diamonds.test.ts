/** Asking diamonds for their facets: one of the shipped compiler, and what is none. */
import { compileSources } from '#contracts/testing/solc.ts';
import { delegatedFromEth } from '#filecoin/address.ts';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { FACETS_CALL, mayBeDiamond } from '#filecoin/evm/diamonds.ts';
import { createNodeClient } from '#node/client.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient } from '#node/types.ts';
import { startDevelopmentEvm } from '#rpc/testing/evm.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askDiamonds } from './diamonds.ts';
import { Round } from './round.ts';

/** A diamond cut down to what its facets are told by; `Probe` makes one and answers as it does. */
const SOURCE = `pragma solidity ^0.8.0;
library Store {
  struct Facet { address facetAddress; bytes4[] functionSelectors; }
  struct Layout { mapping(bytes4 => address) facetOf; Facet[] facets; }
  function at() internal pure returns (Layout storage s) {
    bytes32 slot = keccak256("diamond.standard.diamond.storage");
    assembly { s.slot := slot }
  }
}
contract Loupe {
  function facets() external view returns (Store.Facet[] memory) { return Store.at().facets; }
}
contract Counter {
  function count() external pure returns (uint256) { return 7; }
}
contract Diamond {
  constructor(Store.Facet[] memory cut) {
    Store.Layout storage s = Store.at();
    for (uint256 i = 0; i < cut.length; i++) {
      s.facets.push(cut[i]);
      for (uint256 k = 0; k < cut[i].functionSelectors.length; k++)
        s.facetOf[cut[i].functionSelectors[k]] = cut[i].facetAddress;
    }
  }
  fallback() external payable {
    address facet = Store.at().facetOf[msg.sig];
    require(facet != address(0));
    assembly {
      calldatacopy(0, 0, calldatasize())
      let done := delegatecall(gas(), facet, 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      switch done case 0 { revert(0, returndatasize()) } default { return(0, returndatasize()) }
    }
  }
}
contract Probe {
  constructor() {
    Store.Facet[] memory cut = new Store.Facet[](2);
    cut[0] = Store.Facet(address(new Loupe()), new bytes4[](1));
    cut[0].functionSelectors[0] = Loupe.facets.selector;
    cut[1] = Store.Facet(address(new Counter()), new bytes4[](1));
    cut[1].functionSelectors[0] = Counter.count.selector;
    (, bytes memory told) = address(new Diamond(cut)).staticcall(abi.encodeCall(Loupe.facets, ()));
    assembly { return(add(told, 32), mload(told)) }
  }
}`;

const ID = 500;
const HASH = new Uint8Array(32).fill(1);
const eth = new Uint8Array(20).fill(5);

let store: Store;
let round: Round<number>;
let real: Uint8Array;
let diamondCode: Uint8Array;
let answer: Uint8Array | null | NodeError;
let asked: number;

const nowhere = createNodeClient({ url: 'http://127.0.0.1:1/rpc/v1' });
const node: NodeClient = {
  ...nowhere,
  chainHead: async () => ({ Cids: [], Blocks: [], Height: 0 }),
  ethCall: async (to, data) => {
    expect([to, data]).toEqual([eth, FACETS_CALL]);
    asked++;
    if (answer instanceof Error) throw answer;
    return answer;
  },
};

beforeAll(async () => {
  const { compilation } = compileSources({ 'D.sol': SOURCE });
  const codeOf = (name: string, which: 'creation' | 'deployed') => {
    const found = compilation.contracts.find((contract) => contract.name === name);
    return found?.[which].hex ?? '';
  };
  diamondCode = fromHex(codeOf('Diamond', 'deployed'));
  const evm = await startDevelopmentEvm([]);
  try {
    const response = await fetch(evm.url, {
      method: 'POST',
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_call',
        params: [{ data: `0x${codeOf('Probe', 'creation')}` }, 'latest'],
      }),
    });
    const { result } = (await response.json()) as { result: string };
    real = fromHex(result);
  } finally {
    await evm.close();
  }
  store = await openEither();
}, 60_000);
afterAll(async () => {
  await store?.close();
  await nowhere.close();
});
beforeEach(async () => {
  round = new Round();
  asked = 0;
  for (const table of ['contract_diamond', 'contract', 'actor'] as const)
    await store.db.deleteFrom(table).execute();
  await store.db
    .insertInto('actor')
    .values({
      id: ID,
      kind: kindIndex('evm'),
      code: new Uint8Array(0),
      head: new Uint8Array(0),
      nonce: 0n,
      balance: 0n,
      robust: null,
      delegated: delegatedFromEth(eth),
      created_height: 1,
      created_by: null,
      last_seen_height: 1,
      message_count: 0,
      transfer_count: 0,
      event_count: 0,
      deleted_height: null,
    })
    .execute();
  await store.db
    .insertInto('contract')
    .values({
      actor_id: ID,
      creator_id: null,
      created_height: null,
      created_by: null,
      init_hash: null,
      code_hash: HASH,
      destroyed_height: null,
      destroyed_by: null,
      proxy_kind: 4,
      implementation: null,
      beacon: null,
      admin: null,
      upgrades: 0,
    })
    .execute();
});

async function ask(height: number) {
  await askDiamonds(node, store, height, round);
  const row = await store.db.selectFrom('contract_diamond').selectAll().executeTakeFirst();
  return row && { facets: JSON.parse(row.facets ?? 'null') as unknown, at: row.asked_height };
}

test('a diamond tells its facets, again when its owner may have replaced them', async () => {
  expect(mayBeDiamond(diamondCode)).toBe(true);
  answer = real;
  const told = [
    { address: expect.stringMatching(/^0x[0-9a-f]{40}$/) as string, selectors: ['0x7a0ed627'] },
    { address: expect.stringMatching(/^0x[0-9a-f]{40}$/) as string, selectors: ['0x06661abd'] },
  ];
  expect(await ask(100)).toEqual({ facets: told, at: 100 });
  expect(await ask(119)).toEqual({ facets: told, at: 100 });
  expect(asked).toBe(1);
  // What a node refuses stays as it was.
  answer = new NodeError('rpc', 'eth_call', 'no state');
  expect(await ask(120)).toEqual({ facets: told, at: 120 });
  answer = null;
  expect(await ask(140)).toEqual({ facets: null, at: 140 });
});

test('what answers without end, or never, holds nobody up', async () => {
  answer = new NodeError('nonsense', 'eth_call', 'longer than 131072 bytes', { lasting: true });
  expect(await ask(100)).toEqual({ facets: null, at: 100 });
  answer = new NodeError('unavailable', 'eth_call', 'timed out');
  expect(await ask(120)).toEqual({ facets: null, at: 120 });
});
