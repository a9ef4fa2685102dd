/*
 * Versions before 0.9.0 had thirty migrations. They became `0001_schema`, which makes the schema that the last of them left:
 * docs/decisions/0025-one-schema.md. A database or archive with all thirty counts as having `0001_schema`; others must first be
 * migrated by an earlier version.
 */

export const earlierMigrations: readonly string[] = [
  '0001_foundation',
  '0002_reading_room',
  '0003_text_search',
  '0004_document_counts',
  '0005_locks',
  '0006_deleted_people',
  '0007_office',
  '0008_money',
  '0009_instance',
  '0010_audit',
  '0011_reports',
  '0012_chat',
  '0013_message_search',
  '0014_encryption',
  '0015_upload_ids',
  '0016_kept_seats',
  '0017_people_search',
  '0018_dues',
  '0019_people_lists',
  '0020_dues_by_statement',
  '0021_people_by_name',
  '0022_cell_ends',
  '0023_paid_fees',
  '0024_built_in_groups',
  '0025_deleted_texts',
  '0026_cash_box',
  '0027_journal',
  '0028_message_changes',
  '0029_device_lists',
  '0030_refund_references',
]

/** What they became. */
const successor = '0001_schema'

/** The version to start first, as a refusal names it. */
export const versionBefore = `a version from before 0.9.0 that has all migrations up to "${earlierMigrations.at(-1)}"`

/** Returns the current names of these migrations, or undefined if they are only some of the earlier ones and cannot be continued. */
export const currentNames = (applied: readonly string[]): readonly string[] | undefined => {
  if (applied[0] !== earlierMigrations[0]) return applied
  const hasAll = earlierMigrations.every((name, at) => applied[at] === name)
  return hasAll ? [successor, ...applied.slice(earlierMigrations.length)] : undefined
}
