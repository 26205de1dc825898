import { defineConfig } from 'vitest/config';

/** Rooms whose modules keep nothing from one test to the next. */
const PURE = 'src/{components,content,contracts,filecoin,format,i18n,islands,styles}';
const tests = (folder: string): string => `${folder}/**/*.test.{ts,tsx}`;

export default defineConfig({
  test: {
    environment: 'node',
    // Against what hangs only: how long work takes is the machine's business.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    projects: [
      // What a process has loaded once serves all files that it runs.
      { test: { name: 'pure', include: [tests(PURE)], isolate: false } },
      {
        test: {
          name: 'whole',
          include: [tests('src'), tests('scripts')],
          exclude: [tests(PURE)],
          globalSetup: ['src/store/testing/server.ts'],
        },
      },
    ],
  },
});
