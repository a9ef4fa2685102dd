import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'

/** An archive in the backup folder. `upgrade`: the rows alone, kept by the start of a newer version. */
export const Archive = z.object({ fileName: z.string(), kind: z.enum(['full', 'upgrade']), at: Instant, size: z.int() })
export type Archive = z.infer<typeof Archive>

/** Whether a program is at it, was asked for and has not begun, or neither. */
export const ChoreState = z.enum(['idle', 'wanted', 'running'])

/** Why the last backup failed. */
export const BackupFailure = z.enum(['noRoom', 'folder', 'other'])

export const Backups = z.object({
  /** As it is set. It is the owner's own folder, and archives leave it by no call. */
  folder: z.string(),
  /** Whether the folder can be read; nothing is known of archives where not. */
  isReadable: z.boolean(),
  /** Newest first. */
  archives: z.array(Archive),
  /** Whether the folder is on the disk of the data itself, which takes both along when it fails. */
  isOnSameDisk: z.boolean(),
  nextAt: Instant,
  state: ChoreState,
  progress: z.nullable(z.object({ step: z.enum(['rows', 'files', 'check']), done: z.int(), total: z.int() })),
  failure: z.nullable(z.object({ at: Instant, reason: BackupFailure, needed: z.nullable(z.int()), free: z.nullable(z.int()) })),
  /** Files of the last backup that were not there, and that were not what they had been. */
  missing: z.int(),
  damaged: z.int(),
})
export type Backups = z.infer<typeof Backups>

export const Doctor = z.object({
  state: ChoreState,
  /** When it was last there; null before the first time. */
  at: z.nullable(Instant),
  failed: z.boolean(),
  /** One sentence each; of many the first. */
  findings: z.array(z.object({ check: z.string(), message: z.string() })),
  count: z.int(),
})
export type Doctor = z.infer<typeof Doctor>

export const SystemState = z.object({
  backups: Backups,
  doctor: Doctor,
  /** Bytes. What the system does not tell is null. */
  storage: z.object({
    files: z.int(),
    database: z.nullable(z.int()),
    backups: z.int(),
    free: z.nullable(z.int()),
    freeForBackups: z.nullable(z.int()),
  }),
  versions: z.object({ program: z.string(), node: z.string(), database: z.string() }),
  restored: z.nullable(z.object({ at: Instant, from: z.string() })),
})
export type SystemState = z.infer<typeof SystemState>

/** `never`: there is data of more than a day, and no backup. `old`: the last one is more than two days old. */
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
