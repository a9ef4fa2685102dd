import { attachmentsFeature } from '#chat/attachments/server/attachments.feature.ts'
import { chatFeature } from '#chat/conversations/server/conversations.feature.ts'
import { encryptionFeature } from '#chat/encryption/server/encryption.feature.ts'
import { groupsFeature } from '#chat/groups/server/groups.feature.ts'
import { moderationFeature } from '#chat/moderation/server/moderation.feature.ts'
import { presenceFeature } from '#chat/presence/server/presence.feature.ts'
import { announcementsFeature } from '#hall/announcements/server/announcements.feature.ts'
import { galleryFeature } from '#hall/gallery/server/gallery.feature.ts'
import { landingFeature } from '#hall/landing/server/landing.feature.ts'
import { noticesFeature } from '#hall/notices/server/notices.feature.ts'
import { thoughtsFeature } from '#hall/thoughts/server/thoughts.feature.ts'
import { dashboardFeature } from '#home/dashboard/server/dashboard.feature.ts'
import { categoriesFeature } from '#library/categories/server/categories.feature.ts'
import { documentsFeature } from '#library/documents/server/documents.feature.ts'
import { extractionFeature } from '#library/extraction/server/extraction.feature.ts'
import { favoritesFeature } from '#library/favorites/server/favorites.feature.ts'
import { importFolder } from '#library/importing/server/importing.folder.ts'
import { importer } from '#library/importing/server/importing.service.ts'
import { marksFeature } from '#library/marks/server/marks.feature.ts'
import { readingFeature } from '#library/reading/server/reading.feature.ts'
import { cashboxFeature } from '#money/cashbox/server/cashbox.feature.ts'
import { chargingFeature } from '#money/charging/server/charging.feature.ts'
import { duesFeature } from '#money/dues/server/dues.feature.ts'
import { feesFeature } from '#money/fees/server/fees.feature.ts'
import { figuresFeature } from '#money/figures/server/figures.feature.ts'
import { leavingFeature } from '#money/leaving/server/leaving.feature.ts'
import { lockersFeature } from '#money/lockers/server/lockers.feature.ts'
import { locksFeature } from '#money/locks/server/locks.feature.ts'
import { monthEndFeature } from '#money/month-end/server/month-end.feature.ts'
import { oversightFeature } from '#money/oversight/server/oversight.feature.ts'
import { passesFeature } from '#money/passes/server/passes.feature.ts'
import { receiptsFeature } from '#money/receipts/server/receipts.feature.ts'
import { renewingFeature } from '#money/renewing/server/renewing.feature.ts'
import { shiftChangeFeature } from '#money/shift-change/server/shift-change.feature.ts'
import { accountsFeature } from '#people/accounts/server/accounts.feature.ts'
import * as accountKeys from '#people/accounts/server/accounts.keys.service.ts'
import { pushFeature } from '#people/push/server/push.feature.ts'
import { roomsFeature } from '#people/rooms/server/rooms.feature.ts'
import { rosterFeature } from '#people/roster/server/roster.feature.ts'
import { seatsFeature } from '#people/seats/server/seats.feature.ts'
import { usersFeature } from '#people/users/server/users.feature.ts'
import { visitsFeature } from '#people/visits/server/visits.feature.ts'
import { auditFeature } from '#system/audit/server/audit.feature.ts'
import { backupFeature } from '#system/backup/server/backup.feature.ts'
import { customizationFeature } from '#system/customization/server/customization.feature.ts'
import { shiftsFeature } from '#system/shifts/server/shifts.feature.ts'
import type { Feature } from './feature/feature.ts'

/** The one list of features. */
export const features: Record<string, Feature> = {
  accounts: accountsFeature,
  audit: auditFeature,
  users: usersFeature,
  seats: seatsFeature,
  rooms: roomsFeature,
  visits: visitsFeature,
  push: pushFeature,
  documents: documentsFeature,
  extraction: extractionFeature,
  reading: readingFeature,
  marks: marksFeature,
  categories: categoriesFeature,
  favorites: favoritesFeature,
  notices: noticesFeature,
  thoughts: thoughtsFeature,
  customization: customizationFeature,
  shifts: shiftsFeature,
  dashboard: dashboardFeature,
  announcements: announcementsFeature,
  gallery: galleryFeature,
  landing: landingFeature,
  locks: locksFeature,
  cashbox: cashboxFeature,
  fees: feesFeature,
  charging: chargingFeature,
  leaving: leavingFeature,
  lockers: lockersFeature,
  renewing: renewingFeature,
  'shift-change': shiftChangeFeature,
  passes: passesFeature,
  receipts: receiptsFeature,
  backup: backupFeature,
  roster: rosterFeature,
  'month-end': monthEndFeature,
  dues: duesFeature,
  figures: figuresFeature,
  oversight: oversightFeature,
  attachments: attachmentsFeature,
  chat: chatFeature,
  groups: groupsFeature,
  moderation: moderationFeature,
  presence: presenceFeature,
  encryption: encryptionFeature,
}

/** Returns the message for an empty installation: the one-time path of the set-up page, or undefined. */
export const firstStart = accountKeys.prepareFirstStart

/** Returns the one-time link for setting a new password, or undefined if nobody can sign in by this email address or mobile number. */
export const resetLink = accountKeys.resetLinkOf

/** Implements `npm run import`: returns what imports one file, or undefined while there is no superadmin. */
export const importDocuments = importer
export { importFolder }
