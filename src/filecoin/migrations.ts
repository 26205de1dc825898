/**
 * What the migrations of upgrades did to single actors without a message. A migration gives all actors
 * the codes of another bundle; an actor's kind, balance and nonce stay, but for these exceptions.
 *
 * Read from lotus `chain/consensus/filcns/upgrades.go`, specs-actors `actors/migration/nv*` (network
 * versions 3 to 16) and go-state-types `builtin/v9 … v19/migration` (17 to 29). The others of these change
 * states and codes only: Turbo, HyperDrive, Chocolate, OhSnap, Skyr, Lightning, Watermelon and its fixes,
 * Dragon and its fix, TukTuk, Teep (FIP-0100 changes how the supply is counted, no balance), TockFix,
 * GoldenWeek, FireHorse, Xx. Breeze, Ignition, Refuel, Liftoff and Calico left the codes as they were.
 */
export interface Migration {
  /** Addresses of actors that it made, removed, or gave another kind. */
  readonly actors?: readonly string[];
  /** Whether it moved balances of actors that no list names. */
  readonly balances?: boolean;
}

/** By the upgrade's name in `ForkUpgradeParams` (`upgradesCarriedOut`). */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  // nv4/miner.go, top.go: burnt funds went to the providers that lacked them; nv4/verifreg.go:
  // verifiers and their clients without an account got one. Mainnet was seven weeks old then.
  Assembly: { balances: true },
  // UpgradeActorsV3: mainnet's account of the BLS zero address was burnt and deleted.
  Trust: {
    actors: [
      'f3yaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaby2smx7a',
    ],
  },
  // v9/migration/top.go: the data cap's token.
  Shark: { actors: ['f07'] },
  // v10/migration/top.go, init.go: the Ethereum address manager, and an account of the EVM's zero address.
  Hygge: { actors: ['f010', 'f410faaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaonc6iji'] },
  // v14/migration/top.go (FIP-0085): the mining reserve, a multisig, became an account without a key.
  Waffle: { actors: ['f090'] },
};

/** What upgrades of these names did, together. */
export function migrationOf(upgrades: readonly string[]): Required<Migration> {
  const migrations = upgrades.map((name) => MIGRATIONS[name] ?? {});
  return {
    actors: migrations.flatMap(({ actors }) => actors ?? []),
    balances: migrations.some(({ balances }) => balances === true),
  };
}
