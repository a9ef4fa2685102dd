import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'

export const backupLimits = {
  /** Backups on the page /system. */
  archivesListed: 100,
} as const

/** An archive in the backup folder. `upgrade`: database rows only, saved at the first start of a newer version. */
export const Archive = z.object({ fileName: z.string(), kind: z.enum(['full', 'rows', 'upgrade']), at: Instant, size: z.int() })
export type Archive = z.infer<typeof Archive>

/** State of a background program: not requested, requested but not started, or running. */
const ChoreState = z.enum(['idle', 'wanted', 'running'])

/** The reason why the last backup failed. */
const BackupFailure = z.enum(['noRoom', 'folder', 'other'])

export const Backups = z.object({
  /** The configured path. The folder belongs to the owner, and no API call returns its archives. */
  folder: z.string(),
  /** False if the folder cannot be read; the archives are then unknown. */
  isReadable: z.boolean(),
  /** Newest first. */
  archives: z.array(Archive),
  /** True if the folder is on the same disk as the data, so that a disk failure destroys both. */
  isOnSameDisk: z.boolean(),
  nextAt: Instant,
  state: ChoreState,
  progress: z.nullable(z.object({ step: z.enum(['rows', 'files', 'check']), done: z.int(), total: z.int() })),
  failure: z.nullable(z.object({ at: Instant, reason: BackupFailure, needed: z.nullable(z.int()), free: z.nullable(z.int()) })),
  /** Files that the last backup found missing, and files whose content had changed. */
  missing: z.int(),
  damaged: z.int(),
})
export type Backups = z.infer<typeof Backups>

export const Doctor = z.object({
  state: ChoreState,
  /** The last time it succeeded; null before the first time. */
  at: z.nullable(Instant),
  failed: z.boolean(),
  /** One sentence each; limited to the first ones. */
  findings: z.array(z.object({ check: z.string(), message: z.string() })),
  count: z.int(),
})
export type Doctor = z.infer<typeof Doctor>

export const SystemState = z.object({
  backups: Backups,
  doctor: Doctor,
  /** Bytes. Null where the system does not report a value. */
  storage: z.object({
    files: z.int(),
    database: z.nullable(z.int()),
    backups: z.int(),
    free: z.nullable(z.int()),
    freeForBackups: z.nullable(z.int()),
  }),
  versions: z.object({
    program: z.string(),
    /** The commit that the program was built from, with a `+` if it was changed; null where the build does not know. */
    commit: z.nullable(z.string()),
    committedAt: z.nullable(Instant),
    node: z.string(),
    database: z.string(),
    /** Result of the last update check; null if UPDATE_CHECK is off. */
    update: z.nullable(z.object({ newer: z.nullable(z.string()), at: z.nullable(Instant) })),
  }),
  restored: z.nullable(z.object({ at: Instant, from: z.string() })),
})
export type SystemState = z.infer<typeof SystemState>

/** `never`: the data is more than a day old and has no backup. `old`: the last backup is more than two days old. */
export const BackupWarning = z.object({
  warning: z.nullable(z.enum(['never', 'old'])),
  lastAt: z.nullable(Instant),
  isOnSameDisk: z.boolean(),
})
export type BackupWarning = z.infer<typeof BackupWarning>

export const backupApi = {
  system: endpoint({
    method: 'GET',
    path: '/system',
    access: 'superadmin',
    shows: ['system'],
    summary: 'Backups, storage, versions, and what the doctor found',
    reply: SystemState,
  }),
  warning: endpoint({
    method: 'GET',
    path: '/system/warning',
    access: 'superadmin',
    shows: ['system'],
    summary: 'Whether the last good backup is old, or lies on the disk of the data itself',
    reply: BackupWarning,
  }),
  backUp: endpoint({
    method: 'POST',
    path: '/system/backup',
    access: 'superadmin',
    changes: ['system'],
    summary: 'Asks for a backup, which begins within seconds; GET /system tells how far it is',
  }),
  examine: endpoint({
    method: 'POST',
    path: '/system/doctor',
    access: 'superadmin',
    changes: ['system'],
    summary: 'Asks the doctor to examine database and files, which begins within seconds; GET /system tells what it found',
  }),
}
