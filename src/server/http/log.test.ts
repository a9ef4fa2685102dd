import { execFile } from 'node:child_process'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { gathered } from './log.ts'

const givenLog = () => {
  const written: string[] = []
  const target = gathered((lines) => void written.push(lines))
  const { log } = fastify({ logger: { level: 'info', stream: target } })
  return { log, messages: () => written.map((lines) => [...lines.matchAll(/"msg":"(\w+)"/g)].map(([, message]) => message)) }
}

/** Runs a program that logs and then ends in its own way. Returns its output. */
const outputOf = (ending: string): Promise<string> => {
  const program = `
    import fastify from 'fastify'
    import { logSettings } from '#server/http/log.ts'
    const { log } = fastify({ logger: logSettings({ logLevel: 'info' }, undefined) })
    log.info('the last line')
    ${ending}`
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', program], (_error, stdout) => resolve(stdout))
  })
}

describe('the log', () => {
  test('writes lines together, in order, within a short time', async () => {
    const { log, messages } = givenLog()
    log.info('one')
    log.child({ user: 'Meera' }).warn('two')
    expect(messages()).toEqual([])
    await expect.poll(messages).toEqual([['one', 'two']])
    log.info('three')
    await expect.poll(messages).toEqual([['one', 'two'], ['three']])
  })

  test('writes an error at once, after the earlier lines', () => {
    const { log, messages } = givenLog()
    log.info('one')
    log.error('two')
    expect(messages()).toEqual([['one', 'two']])
  })

  test('buffers only a few lines', () => {
    const { log, messages } = givenLog()
    for (let line = 0; line < 1_000; line++) log.info('one')
    expect(messages().flat().length).toBeGreaterThan(800)
  })

  test.each(['process.exit(0)', "throw new Error('nobody catches this')", 'await Promise.reject(new Error())', ''])(
    'writes its last lines when the program ends by %j',
    async (ending) => {
      expect(await outputOf(ending)).toMatch(/^\{"level":30,.*"msg":"the last line"\}\n$/)
    },
  )
})
