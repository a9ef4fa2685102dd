import { AppError } from '#contract/errors.ts'
import { cleanFileName } from '#contract/fileName.ts'
import { categoryErrors, categoryLimits } from '#library/categories/categories.contract.ts'
import { categoriesByName } from '#library/categories/server/categories.byName.service.ts'
import { documentLimits } from '#library/documents/documents.contract.ts'
import { add } from '#library/documents/server/documents.service.ts'
import { isForeignKeyViolation } from '#server/db/violations.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { ActorContext, Platform } from '#server/feature/platform.ts'
import { type HashedFile, hashFile, readInChunks } from '#server/files/hashFile.ts'
import type { MediaType } from '#server/files/mediaType.ts'
import { mediaTypeOfFile } from '#server/files/mediaTypeOfFile.ts'
import { storeWithRow } from '#server/files/storeWithRow.ts'
import { noSockets } from '#server/realtime/live.ts'
import * as rows from './importing.db.ts'

/** A file to import: its path, its name, and the names of the folders above it. */
export type Source = { path: string; fileName: string; folders: readonly string[] }

/** The outcome for one file; a refusal has its reason as one sentence. */
export type Imported = { outcome: 'taken' | 'there' } | { outcome: 'refused'; why: string }

type Known = { source: Source; hashed: HashedFile; mediaType: MediaType; title: string }

const refused = (why: string): Imported => ({ outcome: 'refused', why })

/** The extension of a file name; a number after a dot, as in `Chapter 1.2`, is not an extension. */
const ending = /\.(?:(?=\w*[a-z])\w{1,5}|markdown)$/i

/** Derives the title from a file name: without its extension, unless nothing would remain. */
const titleOf = (fileName: string): string => {
  const name = cleanFileName(fileName)
  return name.replace(ending, '').trim() || name
}

const categoryName = (folder: string): string => [...cleanFileName(folder)].slice(0, categoryLimits.name).join('').trim()

/** Folders below the third level are merged into the third. */
const categoryNames = ({ folders }: Source): string[] => folders.slice(0, categoryLimits.levels).map(categoryName)

const tooLarge = `The file is larger than ${documentLimits.importedBytes / 1_048_576} MB`

type Outcome = Promise<Imported>

/**
 * Imports files in the name of the first superadmin, one after the other or in parallel; undefined if there is no superadmin. Each is
 * processed like an upload. A file that already exists, by category, title and content, is skipped, so that an interrupted run can be
 * repeated, also while the server is running.
 */
export const importer = async (
  platform: Pick<Platform, 'db' | 'storage' | 'clock'>,
): Promise<((source: Source) => Outcome) | undefined> => {
  const superadmin = await rows.firstSuperadmin(platform.db)
  if (!superadmin) return undefined
  const { transact } = changesOf({ db: platform.db, live: noSockets }, ['categories', 'documents'])
  const actorContext = (): ActorContext => ({
    ...platform,
    me: { _id: superadmin.id, name: superadmin.name, role: 'superadmin' },
    now: platform.clock(),
    transact,
  })
  const categories = categoriesByName(actorContext)

  const save = async ({ source, hashed, mediaType, title }: Known): Outcome => {
    const { storage } = platform
    const file = await storage.receive(readInChunks(source.path), { fileName: source.fileName, maxBytes: documentLimits.importedBytes })
    try {
      if (file.sha256 !== hashed.sha256) return refused('The file changed while it was being read')
      const category = await categories.make(categoryNames(source))
      return await storeWithRow({ ...platform, transact }, file, mediaType, async (tx): Outcome => {
        // Another of these files, or of a concurrent run, may be identical.
        if (await rows.exists(tx, { title, categoryId: category?._id ?? null, sha256: file.sha256 })) return { outcome: 'there' }
        await add(tx, actorContext(), { title, category, file })
        return { outcome: 'taken' }
      })
    } finally {
      await storage.discard(file)
    }
  }

  /** The category or its parent may be deleted while a document is added: it is then created again. */
  const savePatiently = async (known: Known, attempts = 3): Outcome => {
    try {
      return await save(known)
    } catch (error) {
      const isGone = isForeignKeyViolation(error) || (error instanceof AppError && error.kind === categoryErrors.parentMissing)
      if (!isGone || attempts <= 1) throw error
    }
    categories.forget()
    return savePatiently(known, attempts - 1)
  }

  const take = async (source: Source): Outcome => {
    const hashed = await hashFile(source.path, documentLimits.importedBytes)
    if (hashed === 'too large') return refused(tooLarge)
    if (hashed.size === 0) return refused('The file is empty')
    const mediaType = await mediaTypeOfFile({ ...hashed, temporaryPath: source.path, fileName: source.fileName })
    if (!mediaType) return refused('This type of file is not supported')
    const title = titleOf(source.fileName)
    const category = await categories.find(categoryNames(source))
    const known =
      category !== undefined && (await rows.exists(platform.db, { title, categoryId: category?._id ?? null, sha256: hashed.sha256 }))
    return known ? { outcome: 'there' } : savePatiently({ source, hashed, mediaType, title })
  }

  return async (source) => {
    try {
      return await take(source)
    } catch (error) {
      if (error instanceof AppError && error.kind.status < 500) return refused(error.message)
      const why = unreadable(error, source.path)
      if (why === undefined) throw error
      return refused(why)
    }
  }
}

/** Returns why a file of the folder cannot be read, if that is the failure; a full disk concerns all files. */
const unreadable = (error: unknown, path: string): string | undefined => {
  const failure = error as NodeJS.ErrnoException
  return failure.path === path || failure.code === 'EIO' ? `The file cannot be read (${failure.code})` : undefined
}
