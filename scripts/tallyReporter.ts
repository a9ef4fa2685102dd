import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule } from 'vitest/node'
import { failure } from './failure.ts'
import type { Tally } from './tally.ts'

type Errors = readonly { message: string; stack?: string; diff?: string }[]

const changesShown = 8
/** The lines that differ; all others of a long snapshot say nothing. */
const changed = (diff = ''): string[] =>
  stripVTControlCharacters(diff)
    .split('\n')
    .filter((line) => /^[-+] +\S/.test(line))
    .slice(0, changesShown)

const texts = (errors: Errors): string[] => errors.flatMap(({ message, stack, diff }) => [stack ?? message, ...changed(diff)])

const failuresOf = (module: TestModule): string[] => {
  const file = `${module.project.name} ${module.relativeModuleId}`
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
  return [
    ...(module.errors().length > 0 ? [failure(file, texts(module.errors()))] : []),
    ...suites.map((suite) => failure(`${file} > ${suite.fullName}`, texts(suite.errors()))),
    ...[...module.children.allTests('failed')].map((test) => failure(`${file} > ${test.fullName}`, texts(test.result().errors ?? []))),
  ]
}

/** Writes a `Tally` to the file `TALLY_REPORT`: files that do not load and errors between tests are failures too. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], between: Errors): void {
    const tally: Tally = {
      passed: modules.reduce((sum, module) => sum + [...module.children.allTests('passed')].length, 0),
      failures: [...modules.flatMap(failuresOf), ...between.map((error) => failure('between tests', texts([error])))],
    }
    writeFileSync(process.env.TALLY_REPORT as string, JSON.stringify(tally))
  }
}
