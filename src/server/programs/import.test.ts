import { cp, mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Document } from '#library/documents/documents.contract.ts'
import { documentLimits } from '#library/documents/documents.contract.ts'
import { ConfigError } from '#server/config.ts'
import { checksOf, runChecks } from '#server/feature/checks.ts'
import { features } from '#server/features.ts'
import { pdf } from '#server/testing/pdf.ts'
import { newAccount } from '#server/testing/people.ts'
import { copiedFolder, givenFolder, type Program, run, signInFirst, startServer } from '#server/testing/program.ts'
import { givenStarted } from '#server/testing/startedHall.ts'
import { open } from './open.ts'
import { runImport } from './runImport.ts'

const copyOfLibrary = copiedFolder(async (DATA_DIR) => {
  const { db, database } = await open({ DATA_DIR })
  await db.insertInto('users').values(newAccount('superadmin')).execute()
  await database.close()
})

/** A library with a superadmin. */
const givenLibrary = async () => {
  const DATA_DIR = await copyOfLibrary()
  const titles = async () => {
    const again = await open({ DATA_DIR })
    const rows = await again.db
      .selectFrom('documents')
      .leftJoin('categories', 'categories.id', 'categoryId')
      .select(['title', 'name'])
      .execute()
    await again.database.close()
    return rows.map(({ title, name }) => (name === null ? title : `${name}/${title}`)).toSorted()
  }
  return { DATA_DIR, titles }
}

const givenFiles = async (files: Record<string, Buffer | string>) => {
  const folder = await givenFolder()
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}
const givenBooks = (count: number, prefix = 'Shelf') =>
  givenFiles(
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${prefix} ${index % 7}/Book ${index}.pdf`, pdf({ title: `${index}`, bytes: 5_000 })]),
    ),
  )

const lastLineOf = (text: string) => text.trimEnd().split('\n').at(-1)
const lastLine = ({ stdout }: Program) => lastLineOf(stdout())

/** The same in this process, because starting the program takes longest. */
const importHere = async (env: Record<string, string>, ...words: string[]) => {
  let said = ''
  const output = {
    write: (text: string) => {
      said += text
    },
  }
  const code = await runImport(words, { env: { LOG_LEVEL: 'silent', ...env }, output, stopOnSignals: () => () => false })
  return { code, said }
}

/** What the doctor finds. */
const findings = async (DATA_DIR: string) => {
  const { database, ...opened } = await open({ DATA_DIR })
  const found = await runChecks({ ...opened, head: undefined }, checksOf(Object.values(features)))
  await database.close()
  return found
}

describe('npm run import', () => {
  test('imports a folder, shows its progress, refuses with reasons, and sums up', async () => {
    const { DATA_DIR, titles } = await givenLibrary()
    const folder = await givenFiles({
      'Waves.pdf': pdf(),
      'Science/Optics.md': '# Lenses',
      'Science/Physics/Mechanics/Motion/Newton.txt': 'F = ma',
      'Science/page.html': '<!doctype html>',
      'Science/empty.pdf': '',
    })
    const program = run('import', { DATA_DIR }, [folder])
    expect(await program.ended).toBe(0)
    expect(program.stdout().trimEnd().split('\n').toSorted()).toEqual(
      [
        '1 of 5',
        '2 of 5',
        '3 of 5',
        '4 of 5',
        '5 of 5',
        'Rejected: Science/empty.pdf: The file is empty',
        'Rejected: Science/page.html: This type of file is not supported',
        'Imported: 3. Already in the library: 0. Rejected: 2.',
      ].toSorted(),
    )
    expect(lastLine(program)).toMatch(/^Imported/)
    expect(program.stderr()).toBe('')
    expect(await titles()).toEqual(['Mechanics/Newton', 'Science/Optics', 'Waves'])
    const again = await importHere({ DATA_DIR }, folder)
    expect([again.code, lastLineOf(again.said)]).toEqual([0, 'Imported: 0. Already in the library: 3. Rejected: 2.'])
    expect(await findings(DATA_DIR)).toEqual([])
  })

  test('skips hidden files, links to folders or out of the folder, and everything that is not a file', async () => {
    const { DATA_DIR, titles } = await givenLibrary()
    const outside = await givenFiles({ 'secret.pdf': pdf({ title: 'secret' }) })
    const folder = await givenFiles({
      'a.pdf': pdf(),
      '.hidden.pdf': pdf(),
      '.git/b.pdf': pdf(),
      '~$c.docx': 'x',
      'Thumbs.db': 'x',
      'A/real.pdf': pdf(),
    })
    await symlink(join(outside, 'secret.pdf'), join(folder, 'link.pdf'))
    await symlink(outside, join(folder, 'linked'))
    await symlink(folder, join(folder, 'A/loop'))
    await symlink(join(folder, 'nowhere'), join(folder, 'broken.pdf'))
    await symlink(join(folder, 'A/real.pdf'), join(folder, 'inside.pdf'))
    const { said } = await importHere({ DATA_DIR }, folder)
    expect(lastLineOf(said)).toBe('Imported: 3. Already in the library: 0. Rejected: 0. Skipped (hidden files and links): 8.')
    expect(await titles()).toEqual(['A/real', 'a', 'inside'])
  })

  test('a file of 200 MB is imported, and one of one byte more is rejected', { timeout: 60_000 }, async () => {
    const { DATA_DIR, titles } = await givenLibrary()
    const folder = await givenFiles({ 'large.pdf': pdf(), 'larger.pdf': pdf() })
    await truncate(join(folder, 'large.pdf'), documentLimits.importedBytes)
    await truncate(join(folder, 'larger.pdf'), documentLimits.importedBytes + 1)
    const { said } = await importHere({ DATA_DIR }, folder)
    expect(lastLineOf(said)).toBe('Imported: 1. Already in the library: 0. Rejected: 1.')
    expect(said).toContain('Rejected: larger.pdf: The file is larger than 200 MB')
    expect(await titles()).toEqual(['large'])
  })

  /** Sends a signal to an import as soon as it says that it has come so far. */
  const importUntil = async (DATA_DIR: string, folder: string, seen: string, signal: NodeJS.Signals) => {
    const program = run('import', { DATA_DIR }, [folder])
    program.child.stdout?.on('data', () => {
      if (program.stdout().includes(seen)) program.child.kill(signal)
    })
    return { program, code: await program.ended }
  }

  test('killed twice in the middle and run again, imports everything once, and leaves nothing else', { timeout: 60_000 }, async () => {
    const { DATA_DIR, titles } = await givenLibrary()
    const folder = await givenBooks(150)
    for (const seen of ['15 of 150', '60 of 150']) expect((await importUntil(DATA_DIR, folder, seen, 'SIGKILL')).code).toBe('SIGKILL')
    const before = (await titles()).length
    expect(before).toBeGreaterThanOrEqual(60)
    expect(before).toBeLessThan(150)
    const { code, said } = await importHere({ DATA_DIR }, folder)
    expect(code).toBe(0)
    expect(lastLineOf(said)).toBe(`Imported: ${150 - before}. Already in the library: ${before}. Rejected: 0.`)
    expect(new Set(await titles()).size).toBe(150)
    expect(await titles()).toHaveLength(150)
    // A kill may leave a content without a row, which the sweep removes; never a row without its content.
    const messages = (await findings(DATA_DIR)).map(({ message }) => message)
    expect(messages.filter((message) => !message.startsWith('A stored file belongs to nothing'))).toEqual([])
  })

  test('stopped by SIGINT or SIGTERM finishes the current files, and says how to continue', { timeout: 60_000 }, async () => {
    const { DATA_DIR, titles } = await givenLibrary()
    const folder = await givenBooks(150)
    let before = 0
    for (const [signal, seen] of [
      ['SIGINT', '15 of 150'],
      ['SIGTERM', '75 of 150'],
    ] as const) {
      const { program, code } = await importUntil(DATA_DIR, folder, seen, signal)
      expect(code).toBe(1)
      expect(lastLine(program)).toBe('Stopped. Files imported so far are kept. Run the command again to continue.')
      const there = (await titles()).length
      expect(there).toBeLessThan(150)
      expect(program.stdout()).toContain(`Imported: ${there - before}. Already in the library: ${before}.`)
      before = there
    }
    expect(await findings(DATA_DIR)).toEqual([])
  })

  test('beside a running server: its lists show the imported files, and its own uploads go on', { timeout: 60_000 }, async () => {
    const env = { DATA_DIR: await givenStarted() }
    const server = await startServer(env)
    const token = await signInFirst(server)
    const count = async () => (await server.call('GET', '/document', undefined, token)).body.total
    expect(await count()).toBe(0)
    const program = run('import', { DATA_DIR: env.DATA_DIR }, [await givenBooks(40)])
    const statuses = new Set<number>()
    let over = false
    void program.ended.then(() => {
      over = true
    })
    for (let turn = 0; !over; turn++) statuses.add((await server.call('POST', '/category', { name: `Meanwhile ${turn}` }, token)).status)
    expect(await program.ended).toBe(0)
    expect([...statuses]).toEqual([201])
    expect(await count()).toBe(40)
    const { items } = (await server.call('GET', '/document?limit=1000', undefined, token)).body
    expect(new Set(items.map(({ title }: Document) => title)).size).toBe(40)
  })
})

describe('npm run import explains in one sentence', () => {
  const refusal = (env: Record<string, string>, ...words: string[]): Promise<unknown> =>
    importHere(env, ...words).catch((error: unknown) => (error instanceof ConfigError ? error.message : error))

  test('its usage', async () => {
    for (const words of [[], ['a', 'b']])
      expect(await importHere({}, ...words)).toEqual({ code: 2, said: 'Usage: npm run import -- FOLDER\n' })
  })

  test('that there is no such folder, also if it was called from elsewhere', async () => {
    const { DATA_DIR } = await givenLibrary()
    const program = run('import', { DATA_DIR, INIT_CWD: '/elsewhere' }, ['books'])
    expect([await program.ended, program.stdout(), program.stderr()]).toEqual([1, '', 'There is no folder "/elsewhere/books".\n'])
    const folder = await givenFiles({ 'a.pdf': pdf() })
    expect(await refusal({ DATA_DIR }, join(folder, 'a.pdf'))).toBe(`There is no folder "${join(folder, 'a.pdf')}".`)
    expect(await importHere({ DATA_DIR, INIT_CWD: dirname(folder) }, folder.split('/').at(-1) ?? '')).toMatchObject({ code: 0 })
  })

  test('that there is no library, or nobody who could import anything', async () => {
    const empty = await givenFolder()
    expect(await refusal({ DATA_DIR: empty }, empty)).toBe(`DATA_DIR: there is no library in "${empty}".`)
    await (await open({ DATA_DIR: empty })).database.close()
    expect(await refusal({ DATA_DIR: empty }, await givenFiles({ 'a.pdf': pdf() }))).toBe(
      'There is no superadmin yet. Start the server and create the first account, then run the import.',
    )
  })

  test('that the library’s own folder cannot be imported, and skips it within another', async () => {
    const { DATA_DIR, titles } = await givenLibrary()
    const own = join(DATA_DIR, 'files')
    expect(await refusal({ DATA_DIR }, own)).toBe(`"${own}" is the library's own data folder.`)
    const around = await givenFiles({ 'a.pdf': pdf() })
    await cp(await copyOfLibrary(), join(around, 'data'), { recursive: true })
    expect((await importHere({ DATA_DIR: join(around, 'data') }, around)).said).toContain(
      'Imported: 1. Already in the library: 0. Rejected: 0. Skipped (hidden files and links): 1.',
    )
    expect(await titles()).toEqual([])
  })
})
