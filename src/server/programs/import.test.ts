import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Document } from '#library/documents/documents.contract.ts'
import { documentLimits } from '#library/documents/documents.contract.ts'
import { pdf } from '#server/testing/pdf.ts'
import { newAccount } from '#server/testing/people.ts'
import { firstAdmin, givenFolder, type Program, run, signInFirst, startServer } from '#server/testing/program.ts'
import { open } from './open.ts'

/** A library with a superadmin. */
const givenLibrary = async () => {
  const DATA_DIR = await givenFolder()
  const { db, database } = await open({ DATA_DIR })
  await db.insertInto('users').values(newAccount('superadmin')).execute()
  await database.close()
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

const lastLine = ({ stdout }: Program) => stdout().trimEnd().split('\n').at(-1)
const clean = async (DATA_DIR: string) => {
  const doctor = run('doctor', { DATA_DIR })
  return [await doctor.ended, doctor.stdout()]
}
const allWell = [0, expect.stringMatching(/^No problems found\.\n/)]

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
    const again = run('import', { DATA_DIR }, [folder])
    expect(await again.ended).toBe(0)
    expect(lastLine(again)).toBe('Imported: 0. Already in the library: 3. Rejected: 2.')
    expect(await clean(DATA_DIR)).toEqual(allWell)
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
    const program = run('import', { DATA_DIR }, [folder])
    expect(await program.ended).toBe(0)
    expect(lastLine(program)).toBe('Imported: 3. Already in the library: 0. Rejected: 0. Skipped (hidden files and links): 8.')
    expect(await titles()).toEqual(['A/real', 'a', 'inside'])
  })

  test.each([
    ['of 200 MB is imported', 0, 'Imported: 1. Already in the library: 0. Rejected: 0.'],
    ['of one byte more is rejected', 1, 'Imported: 0. Already in the library: 0. Rejected: 1.'],
  ])('a file %s', { timeout: 60_000 }, async (_, more, sum) => {
    const { DATA_DIR } = await givenLibrary()
    const folder = await givenFiles({ 'a.pdf': pdf() })
    await truncate(join(folder, 'a.pdf'), documentLimits.importedBytes + more)
    const program = run('import', { DATA_DIR }, [folder])
    await program.ended
    expect(lastLine(program)).toBe(sum)
    if (more) expect(program.stdout()).toContain('Rejected: a.pdf: The file is larger than 200 MB')
  })

  test('killed twice in the middle and run again, imports everything once, and leaves nothing else', { timeout: 60_000 }, async () => {
    const { DATA_DIR, titles } = await givenLibrary()
    const folder = await givenBooks(300)
    for (const seen of ['30 of 300', '120 of 300']) {
      const program = run('import', { DATA_DIR }, [folder])
      await expect.poll(program.stdout, { timeout: 20_000, interval: 5 }).toContain(seen)
      program.child.kill('SIGKILL')
      expect(await program.ended).toBe('SIGKILL')
    }
    const before = (await titles()).length
    expect(before).toBeGreaterThanOrEqual(120)
    expect(before).toBeLessThan(300)
    const last = run('import', { DATA_DIR }, [folder])
    expect(await last.ended).toBe(0)
    expect(lastLine(last)).toBe(`Imported: ${300 - before}. Already in the library: ${before}. Rejected: 0.`)
    expect(new Set(await titles()).size).toBe(300)
    expect(await titles()).toHaveLength(300)
    const [, told] = await clean(DATA_DIR)
    // A kill may leave a content without a row, which the sweep removes; never a row without its content.
    expect(told).not.toMatch(/missing|changed:/)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'stopped by %s finishes the current file, and says how to continue',
    { timeout: 60_000 },
    async (signal) => {
      const { DATA_DIR, titles } = await givenLibrary()
      const program = run('import', { DATA_DIR }, [await givenBooks(300)])
      await expect.poll(program.stdout, { timeout: 20_000, interval: 5 }).toContain('30 of 300')
      program.child.kill(signal)
      expect(await program.ended).toBe(1)
      expect(lastLine(program)).toBe('Stopped. Files imported so far are kept. Run the command again to continue.')
      const there = await titles()
      expect(there.length).toBeLessThan(300)
      expect(program.stdout()).toContain(`Imported: ${there.length}.`)
      expect(await clean(DATA_DIR)).toEqual(allWell)
    },
  )

  test('beside a running server: its lists show the imported files, and its own uploads go on', { timeout: 60_000 }, async () => {
    const env = { DATA_DIR: await givenFolder(), ...firstAdmin }
    const server = await startServer(env)
    const token = await signInFirst(server)
    const count = async () => (await server.call('GET', '/document', undefined, token)).body.total
    expect(await count()).toBe(0)
    const program = run('import', { DATA_DIR: env.DATA_DIR }, [await givenBooks(120)])
    const statuses = new Set<number>()
    let over = false
    void program.ended.then(() => {
      over = true
    })
    for (let turn = 0; !over; turn++) statuses.add((await server.call('POST', '/category', { name: `Meanwhile ${turn}` }, token)).status)
    expect(await program.ended).toBe(0)
    expect([...statuses]).toEqual([201])
    expect(await count()).toBe(120)
    const { items } = (await server.call('GET', '/document?limit=1000', undefined, token)).body
    expect(new Set(items.map(({ title }: Document) => title)).size).toBe(120)
  })
})

describe('npm run import explains in one sentence', () => {
  const ends = async (env: Record<string, string>, args: string[]) => {
    const program = run('import', env, args)
    return [await program.ended, program.stdout(), program.stderr()]
  }

  test('its usage', async () => {
    expect(await ends({}, [])).toEqual([2, 'Usage: npm run import -- FOLDER\n', ''])
    expect(await ends({}, ['a', 'b'])).toEqual([2, 'Usage: npm run import -- FOLDER\n', ''])
  })

  test('that there is no such folder, also if it was called from elsewhere', async () => {
    const { DATA_DIR } = await givenLibrary()
    expect(await ends({ DATA_DIR, INIT_CWD: '/elsewhere' }, ['books'])).toEqual([1, '', 'There is no folder "/elsewhere/books".\n'])
    const folder = await givenFiles({ 'a.pdf': pdf() })
    expect(await ends({ DATA_DIR }, [join(folder, 'a.pdf')])).toEqual([1, '', `There is no folder "${join(folder, 'a.pdf')}".\n`])
    expect((await ends({ DATA_DIR, INIT_CWD: dirname(folder) }, [folder.split('/').at(-1) ?? '']))[0]).toBe(0)
  })

  test('that there is no library, or nobody who could import anything', async () => {
    const empty = await givenFolder()
    expect(await ends({ DATA_DIR: empty }, [empty])).toEqual([1, '', `DATA_DIR: there is no library in "${empty}".\n`])
    await (await open({ DATA_DIR: empty })).database.close()
    expect(await ends({ DATA_DIR: empty }, [await givenFiles({ 'a.pdf': pdf() })])).toEqual([
      1,
      '',
      'There is no superadmin yet. Start the server and create the first account, then run the import.\n',
    ])
  })

  test('that the library’s own folder cannot be imported, and skips it within another', async () => {
    const { DATA_DIR, titles } = await givenLibrary()
    expect(await ends({ DATA_DIR }, [join(DATA_DIR, 'files')])).toEqual([
      1,
      '',
      `"${join(DATA_DIR, 'files')}" is the library's own data folder.\n`,
    ])
    const around = await givenFiles({ 'a.pdf': pdf() })
    await mkdir(join(around, 'data'))
    const { db, database } = await open({ DATA_DIR: join(around, 'data') })
    await db.insertInto('users').values(newAccount('superadmin')).execute()
    await database.close()
    expect((await ends({ DATA_DIR: join(around, 'data') }, [around]))[1]).toContain(
      'Imported: 1. Already in the library: 0. Rejected: 0. Skipped (hidden files and links): 1.',
    )
    expect(await titles()).toEqual([])
  })
})
