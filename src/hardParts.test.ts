import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chosenBy, chosenOf, hardParts, tableOf } from '../scripts/hardParts.ts'

/* The parts of `npm run test:hard`. */

test('each part has files, and each file exists', () => {
  for (const [part, { alone, nodes }] of Object.entries(hardParts())) {
    expect([...alone, ...nodes].filter((file) => !existsSync(file))).toEqual([])
    expect(alone.length + nodes.length, part).toBeGreaterThan(0)
  }
})

test('words choose parts and files of the part cases, and options rounds and a repetition', () => {
  expect(chosenBy([]).parts).toEqual(Object.keys(hardParts()))
  expect(chosenBy(['outages', 'kill', '--rounds=5', '--again'])).toEqual({
    unknown: undefined,
    rounds: '5',
    paths: [],
    parts: ['kill', 'outages'],
    again: true,
  })
  const { parts, paths } = chosenBy(['lies'])
  expect(parts).toEqual(['cases'])
  expect(chosenOf('cases', paths).alone).toEqual(['src/chat/encryption/server/encryption.lies.test.ts'])
  expect(chosenBy(['--round=5']).unknown).toBe('--round=5')
})

test('the table has a line for each row', () => {
  const row = { part: 'kill', test: 'kill -9', rounds: 5, done: '9 messages', lost: 0, doubled: 1, disordered: 2, seconds: 30 }
  expect(tableOf([row, { ...row, part: 'disk', memory: '1.10 ×' }]).split('\n')).toEqual([
    '| part | test    | rounds | done       | lost | doubled | out of order | memory | seconds |',
    '| ---- | ------- | ------ | ---------- | ---- | ------- | ------------ | ------ | ------- |',
    '| kill | kill -9 | 5      | 9 messages | 0    | 1       | 2            |        | 30      |',
    '| disk | kill -9 | 5      | 9 messages | 0    | 1       | 2            | 1.10 × | 30      |',
  ])
})

describe('a run that was interrupted', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'carrel-hard-'))
    for (const name of ['scripts', 'package.json']) cpSync(name, join(folder, name), { recursive: true })
    mkdirSync(join(folder, 'src'))
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
    for (const name of ['ioredis', 'pg']) symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
    const program = join(folder, 'node_modules/.bin/vitest')
    // In place of Vitest: notes the files, and fails those that contain the word in `fails`.
    writeFileSync(
      program,
      `#!/usr/bin/env node
      const { appendFileSync, readFileSync, writeFileSync } = require('node:fs')
      const files = process.argv.slice(2).filter((arg) => arg.endsWith('.test.ts'))
      appendFileSync('ran', files.join(' ') + '\\n')
      const failures = files.filter((file) => file.includes(readFileSync('fails', 'utf8')))
      writeFileSync(process.env.TALLY_REPORT, JSON.stringify({ passed: files.length - failures.length, failures }))
      process.exit(failures.length)`,
    )
    chmodSync(program, 0o755)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const run = (fails: string, ...args: string[]) => {
    writeFileSync(join(folder, 'fails'), fails)
    writeFileSync(join(folder, 'ran'), '')
    const away = { TEST_POSTGRES_URL: 'postgres://127.0.0.1:1/x', TEST_REDIS_URL: 'redis://127.0.0.1:1', CI: '' }
    const { status, stdout } = spawnSync(process.execPath, ['scripts/test-hard.ts', 'disk', 'reconnect', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...away, TALLY_FILE: '' },
    })
    return { status, stdout, ran: readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n').filter(Boolean).length }
  }

  test('continues with the parts that have not passed, until a source changes', () => {
    expect(run('reconnect')).toMatchObject({ status: 1, ran: 2, stdout: expect.stringContaining('1 failed') })
    const second = run('nothing')
    expect(second).toMatchObject({ status: 0, ran: 1 })
    expect(second.stdout).toMatch(/== disk: has passed before[\s\S]*\| disk {6}\| all [\s\S]*\| reconnect \| all /)
    expect(run('nothing').ran).toBe(0)
    expect(run('nothing', '--rounds=1').ran).toBe(2)
    expect(run('nothing', '--again').ran).toBe(2)
    writeFileSync(join(folder, 'src/changed.ts'), '')
    expect(run('nothing').ran).toBe(2)
  })
})
