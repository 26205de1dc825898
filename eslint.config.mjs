import astro from 'eslint-plugin-astro';
import { defineConfig } from 'eslint/config';
import { readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

/**
 * Who may import whom. A folder of src/ lists the other folders that its files may import from
 * (`#room/…`); `types` are folders of which it may import types only.
 */
const ROOMS = {
  filecoin: { code: [] },
  contracts: { code: ['filecoin'] },
  format: { code: [] },
  i18n: { code: [] },
  node: { code: ['filecoin'] },
  store: { code: ['filecoin'] },
  indexer: { code: ['node', 'store', 'filecoin'] },
  explorer: { code: ['store', 'filecoin', 'content', 'format'], types: ['i18n'] },
  claims: { code: ['store', 'filecoin', 'content'], types: ['explorer'] },
  api: {
    code: [
      'explorer',
      'claims',
      'contracts',
      'compiler',
      'verification',
      'filecoin',
      'format',
      'i18n',
    ],
  },
  rpc: { code: ['node'] },
  compiler: { code: [] },
  verification: { code: ['contracts', 'compiler', 'store', 'filecoin'], types: ['explorer'] },
  live: { code: ['explorer', 'filecoin', 'i18n'] },
  islands: {
    code: ['format', 'i18n', 'filecoin', 'contracts', 'stores', 'components'],
    types: ['explorer', 'claims'],
  },
  stores: { code: ['format', 'i18n', 'filecoin'], types: ['explorer'] },
  components: {
    code: ['content', 'format', 'i18n', 'filecoin', 'contracts', 'islands', 'stores', 'styles'],
    types: ['explorer'],
  },
  content: { code: ['format', 'i18n', 'filecoin'] },
  layouts: {
    code: ['format', 'i18n', 'filecoin', 'components', 'islands', 'stores', 'styles'],
    types: ['explorer'],
  },
  pages: {
    code: [
      'explorer',
      'filecoin',
      'contracts',
      'compiler',
      'format',
      'i18n',
      'layouts',
      'components',
      'islands',
      'stores',
      'styles',
      'content',
    ],
  },
};

/**
 * Which subject of src/explorer may read which others; what lies beside their folders is for all. A new
 * arrow is a decision; who is not named reads no other one.
 */
const SUBJECTS = {
  account: ['contract', 'deal', 'message', 'miner', 'name', 'token', 'wallet'],
  block: ['account', 'message', 'tipset'],
  contract: ['account'],
  dapp: ['account', 'contract', 'editorial', 'network'],
  datacap: ['account', 'deal'],
  deal: ['account'],
  gas: ['mempool', 'network'],
  mempool: ['account', 'gas', 'message'],
  merchant: ['editorial', 'miner', 'network'],
  message: ['account', 'contract', 'finality', 'mempool', 'token'],
  miner: ['account', 'network'],
  name: ['account'],
  network: ['account', 'stats', 'trust'],
  race: ['miner', 'network'],
  richlist: ['account', 'miner', 'network'],
  search: ['account', 'contract', 'deal', 'mempool', 'message', 'miner', 'name', 'tag', 'token'],
  sector: ['miner'],
  stats: ['network'],
  tag: ['miner'],
  tipset: ['finality', 'message', 'network'],
  token: ['account', 'contract', 'editorial', 'message', 'name', 'network'],
  wallet: ['account', 'contract', 'message'],
};

/** How deep folders lie in a room, at most. */
const DEPTHS = [0, 1, 2, 3, 4];

/** What files of a room may not import. */
function restrictions(room, { code, types = [] }) {
  const inside = [room, ...code];
  const patterns = [
    {
      regex: `^#(?!(${[...inside, ...types].join('|')})/)`,
      message: `src/${room} may import only: ${[...inside, ...types.map((t) => `types of ${t}`)].join(', ')}`,
    },
  ];
  if (types.length > 0)
    patterns.push({
      // The errors of reads are told apart wherever they are met.
      regex: `^#(${types.join('|')})/(?!errors\\.ts$)`,
      allowTypeImports: true,
      message: `src/${room} may import only types of ${types.join(', ')}`,
    });
  return patterns;
}

/** A rule for the files of one folder, `depth` below `folder`: the last one that fits a file holds. */
function zone(folder, depth, patterns) {
  const path = [folder, ...Array.from({ length: depth }, () => '*'), '*.{ts,tsx,astro}'].join('/');
  const room = folder.split('/')[1];
  const out = {
    regex: `^(\\.\\./){${folder.split('/').length - 1 + depth}}`,
    message: `Import what is not in src/${room} as #room/…`,
  };
  return {
    files: [path],
    ignores: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [...patterns, out] }],
    },
  };
}

const rooms = Object.entries(ROOMS).flatMap(([room, imports]) =>
  DEPTHS.map((depth) => zone(`src/${room}`, depth, restrictions(room, imports))),
);

const subjects = readdirSync('src/explorer', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) =>
    zone(`src/explorer/${name}`, 0, [
      ...restrictions('explorer', ROOMS.explorer),
      {
        regex: `^\\.\\./(?!(${[name, ...(SUBJECTS[name] ?? [])].join('|')})/)[^/]+/`,
        message: `src/explorer/${name} may read only: ${SUBJECTS[name]?.join(', ') || 'no other subject'}`,
      },
    ]),
  );

export default defineConfig(
  {
    ignores: [
      'dist/',
      '.astro/',
      '.data/',
      '.cache/',
      'node_modules/',
      'data/',
      'test-results/',
      'playwright-report/',
    ],
  },
  ...tseslint.configs.strict,
  ...astro.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  { files: ['scripts/**', 'bench/**', 'e2e/**', '**/*.test.ts'], rules: { 'no-console': 'off' } },
  ...rooms,
  ...subjects,
);
