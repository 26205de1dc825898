import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Rooms whose modules keep nothing from one test to the next. */
const PURE = 'src/{components,content,contracts,filecoin,format,i18n,islands,styles}';
const tests = (folder: string): string => `${folder}/**/*.test.{ts,tsx}`;

/**
 * Files whose tests take half a minute or more. Where no earlier run tells what takes long, the longest
 * files go first; short ones of these would be begun when all else is done, and one processor would wait.
 */
const LONG = new RegExp(
  `src/(${[
    'api/(contract|fuzz|plans)',
    'explorer/past',
    'indexer/(chain/gaps|cuts|demo|faults|kill|lies|long|objects|opening/(sectors|wished)|passing|upgrade)',
    'indexer/(simulate/simulate|verify/repair/(repair|tables))',
    'server/(process|several)',
    'verification/verification',
  ].join('|')})\\.test\\.ts$`,
);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    const long = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...projects.values()].flatMap((own) => [
      ...own.filter(long),
      ...own.filter((file) => !long(file)),
    ]);
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
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
