import astro from 'eslint-plugin-astro';
import { defineConfig } from 'eslint/config';
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
    code: ['format', 'i18n', 'filecoin', 'contracts', 'islands', 'stores', 'styles'],
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

const zones = Object.entries(ROOMS).flatMap(([room, { code, types = [] }]) => {
  const inside = [room, ...code];
  const patterns = [
    {
      regex: `^#(?!(${[...inside, ...types].join('|')})/)`,
      message: `src/${room} may import only: ${[...inside, ...types.map((t) => `types of ${t}`)].join(', ')}`,
    },
    { regex: '^\\.\\./(\\.\\./)*src/', message: 'Import other rooms as #room/…' },
  ];
  if (types.length > 0)
    patterns.push({
      // The errors of reads are told apart wherever they are met.
      regex: `^#(${types.join('|')})/(?!errors\\.ts$)`,
      allowTypeImports: true,
      message: `src/${room} may import only types of ${types.join(', ')}`,
    });
  return {
    files: [`src/${room}/**/*.{ts,tsx,astro}`],
    ignores: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  };
});

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
  ...zones,
);
