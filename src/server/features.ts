import { accountsFeature } from '#features/accounts/server/accounts.feature.ts'
import * as accountKeys from '#features/accounts/server/accounts.keys.service.ts'
import { announcementsFeature } from '#features/announcements/server/announcements.feature.ts'
import { attachmentsFeature } from '#features/attachments/server/attachments.feature.ts'
import { auditFeature } from '#features/audit/server/audit.feature.ts'
import { backupFeature } from '#features/backup/server/backup.feature.ts'
import { cashboxFeature } from '#features/cashbox/server/cashbox.feature.ts'
import { categoriesFeature } from '#features/categories/server/categories.feature.ts'
import { chatFeature } from '#features/chat/server/chat.feature.ts'
import { customizationFeature } from '#features/customization/server/customization.feature.ts'
import { documentsFeature } from '#features/documents/server/documents.feature.ts'
import { duesFeature } from '#features/dues/server/dues.feature.ts'
import { encryptionFeature } from '#features/encryption/server/encryption.feature.ts'
import { extractionFeature } from '#features/extraction/server/extraction.feature.ts'
import { favoritesFeature } from '#features/favorites/server/favorites.feature.ts'
import { feesFeature } from '#features/fees/server/fees.feature.ts'
import { galleryFeature } from '#features/gallery/server/gallery.feature.ts'
import { groupsFeature } from '#features/groups/server/groups.feature.ts'
import { homeFeature } from '#features/home/server/home.feature.ts'
import { importFolder } from '#features/importing/server/importing.folder.ts'
import { importer } from '#features/importing/server/importing.service.ts'
import { landingFeature } from '#features/landing/server/landing.feature.ts'
import { locksFeature } from '#features/locks/server/locks.feature.ts'
import { moderationFeature } from '#features/moderation/server/moderation.feature.ts'
import { noticesFeature } from '#features/notices/server/notices.feature.ts'
import { oversightFeature } from '#features/oversight/server/oversight.feature.ts'
import { presenceFeature } from '#features/presence/server/presence.feature.ts'
import { readingFeature } from '#features/reading/server/reading.feature.ts'
import { receiptsFeature } from '#features/receipts/server/receipts.feature.ts'
import { reportsFeature } from '#features/reports/server/reports.feature.ts'
import { rosterFeature } from '#features/roster/server/roster.feature.ts'
import { thoughtsFeature } from '#features/thoughts/server/thoughts.feature.ts'
import { usersFeature } from '#features/users/server/users.feature.ts'
import type { Feature } from './http/feature.ts'

/** The one list of features. */
export const features: Record<string, Feature> = {
  accounts: accountsFeature,
  audit: auditFeature,
  users: usersFeature,
  documents: documentsFeature,
  extraction: extractionFeature,
  reading: readingFeature,
  categories: categoriesFeature,
  favorites: favoritesFeature,
  notices: noticesFeature,
  thoughts: thoughtsFeature,
  customization: customizationFeature,
  home: homeFeature,
  announcements: announcementsFeature,
  gallery: galleryFeature,
  landing: landingFeature,
  locks: locksFeature,
  cashbox: cashboxFeature,
  fees: feesFeature,
  receipts: receiptsFeature,
  backup: backupFeature,
  roster: rosterFeature,
  reports: reportsFeature,
  dues: duesFeature,
  oversight: oversightFeature,
  attachments: attachmentsFeature,
  chat: chatFeature,
  groups: groupsFeature,
  moderation: moderationFeature,
  presence: presenceFeature,
  encryption: encryptionFeature,
}

/** What must be told once on an empty installation: the one-time path of the set-up page, or undefined. */
export const firstStart = accountKeys.prepareFirstStart

/** The one-time link with which somebody sets a new password, or undefined if nobody has this email address. */
export const resetLink = accountKeys.resetLinkOf

/** What `npm run import` does: `importDocuments` returns what imports one file, or undefined while nobody is superadmin. */
export const importDocuments = importer
export { importFolder }
