import { accountsApi } from '#features/accounts/accounts.contract.ts'
import * as accountKeys from '#features/accounts/server/accounts.keys.service.ts'
import * as accounts from '#features/accounts/server/accounts.service.ts'
import { categoriesApi } from '#features/categories/categories.contract.ts'
import * as categories from '#features/categories/server/categories.service.ts'
import { documentsApi } from '#features/documents/documents.contract.ts'
import * as documentChanges from '#features/documents/server/documents.changes.service.ts'
import * as documentCover from '#features/documents/server/documents.cover.service.ts'
import * as documentExtraction from '#features/documents/server/documents.extraction.service.ts'
import { importer } from '#features/documents/server/documents.import.service.ts'
import * as documentProgress from '#features/documents/server/documents.progress.service.ts'
import * as removedDocuments from '#features/documents/server/documents.removed.service.ts'
import * as documents from '#features/documents/server/documents.service.ts'
import * as documentTexts from '#features/documents/server/documents.text.service.ts'
import { favoritesApi } from '#features/favorites/favorites.contract.ts'
import * as favorites from '#features/favorites/server/favorites.service.ts'
import { homeApi } from '#features/home/home.contract.ts'
import * as home from '#features/home/server/home.service.ts'
import * as userChanges from '#features/users/server/users.changes.service.ts'
import * as userPictures from '#features/users/server/users.pictures.service.ts'
import * as userRemoval from '#features/users/server/users.removal.service.ts'
import * as userSeats from '#features/users/server/users.seats.service.ts'
import * as users from '#features/users/server/users.service.ts'
import { usersApi } from '#features/users/users.contract.ts'
import { sweep } from './files/adopt.ts'
import { type Feature, feature } from './http/feature.ts'
import { sweepSessions } from './http/sessions.ts'
import type { Platform } from './platform.ts'
import { HOUR, MINUTE } from './time.ts'

const sweepFiles = {
  name: 'sweep files',
  everySeconds: HOUR,
  run: async (platform: Platform): Promise<void> => {
    const removed = await sweep(platform)
    if (Object.values(removed).some((count) => count > 0)) platform.log.info(removed, 'removed files that nobody names')
  },
}

/** The one list of features: each contract with the functions that answer it. */
export const features: Record<string, Feature> = {
  accounts: feature(
    accountsApi,
    { ...accounts, ...accountKeys },
    {
      jobs: [
        { name: 'sweep sessions', everySeconds: 10 * MINUTE, run: sweepSessions },
        { name: 'sweep keys', everySeconds: HOUR, run: accountKeys.sweepKeys },
      ],
    },
  ),
  users: feature(
    usersApi,
    { ...users, ...userSeats, ...userPictures, ...userChanges, ...userRemoval },
    { jobs: [{ name: 'sweep expired accounts', everySeconds: 1, run: userSeats.sweepExpired }] },
  ),
  documents: feature(
    documentsApi,
    { ...documents, ...documentChanges, ...documentCover, ...documentTexts, ...removedDocuments, ...documentProgress },
    {
      jobs: [
        { name: 'read documents', everySeconds: 2, run: documentExtraction.extractAll },
        { name: 'purge documents', everySeconds: HOUR, run: removedDocuments.purge },
        sweepFiles,
      ],
      kept: { list: 'documents' },
    },
  ),
  categories: feature(categoriesApi, categories, { kept: { list: 'documents', tree: 'documents' } }),
  favorites: feature(favoritesApi, favorites),
  home: feature(homeApi, home),
}

/** What must be told once on an empty installation: the one-time path of the set-up page, or nothing. */
export const firstStart = accountKeys.prepareFirstStart

/** The one-time link with which somebody sets a new password, or nothing where nobody has this email address. */
export const resetLink = accountKeys.makeResetLink

/** How `npm run import` takes the files of a folder in, or nothing where nobody is superadmin yet. */
export const importDocuments = importer
