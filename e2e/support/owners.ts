/** `node e2e/support/owners.ts <data folder>`: gives three providers owners whose keys tests have. */
import { setOwner, testOwners } from '#claims/testing/owners.ts';
import { openStore } from '#store/store.ts';

const { f1, f3, f410 } = testOwners(7);
const store = await openStore({ dataDir: process.argv[2] ?? '' });
await setOwner(store.db, 1000, f1);
await setOwner(store.db, 1001, f3);
await setOwner(store.db, 1002, f410);
await setOwner(store.db, 1003, { kind: 'multisig', address: f1.address });
await store.close();
