import { formatsFor } from '#contract/format.ts'

const { plural, number } = formatsFor('en-IN')

type Reasons = { missing?: string; blocked?: string; off?: string }

/** The words of the page /system. */
export const backupEn = {
  title: 'System',
  about: 'Health of your data: backups, checks and storage.',
  loadFailed: 'Failed to load the state of the system',
  backUp: 'Back up now',
  backingUp: 'Backing up…',
  asked: 'A backup will start in a few seconds.',
  askFailed: 'Failed to start a backup',
  restored: (when: string, file: string) =>
    `These records were restored on ${when} from ${file}. Entries made after that backup are missing. Before the next receipt, Carrel asks for the last receipt number on paper.`,
  restoredTitle: 'Restored from a backup',
  backups: {
    title: 'Backups',
    last: 'Last backup',
    none: 'None yet',
    checked: (size: string) => `${size}, verified`,
    next: 'Next backup',
    soon: 'In a few minutes',
    folder: 'Folder on the server',
    list: 'All backups',
    rows: 'Without files',
    upgrade: 'Before an upgrade, without files',
    more: (n: number) => plural(n, { one: 'Show 1 more', other: `Show ${number(n)} more` }),
    restoring:
      'To restore, stop Carrel and run “npm run restore -- FILE” on the server. A backup contains everything, including hashed passwords, so it cannot be downloaded here. Copy it from its folder.',
    waiting: 'Starting…',
    steps: { rows: 'Copying the records', files: 'Copying the files', check: 'Verifying the backup' },
  },
  problems: {
    old: 'The last backup is old',
    oldText: (when: string) =>
      `It was made on ${when}. Backups are made every night while the server is on. Press “Back up now”, and see below if it fails.`,
    never: 'There is no backup yet',
    neverText: 'If this machine fails today, everything is lost. Press “Back up now”.',
    unreadable: 'The backup folder cannot be used',
    unreadableText: (folder: string) =>
      `Carrel cannot read or write ${folder}. If it is on another disk, check that this disk is connected.`,
    failed: 'The last backup failed',
    reasons: {
      noRoom: 'There was not enough space on the backup disk.',
      noRoomFigures: (needed: string, free: string) =>
        `The backup needs ${needed}, but only ${free} was free. Free up space, or use a larger disk.`,
      folder: 'Carrel could not write to the backup folder. Check that its disk is connected and that Carrel may write there.',
      other: 'The reason is in the server log. Carrel tries again every hour.',
    },
    sameDisk: 'The backups are on the same disk as your data',
    sameDiskText: 'If that disk fails, both are gone. Connect a second disk and set BACKUP_DIR to a folder on it.',
    missing: (n: number) =>
      plural(n, {
        one: 'One stored file is missing and is not in the last backup.',
        other: `${number(n)} stored files are missing and are not in the last backup.`,
      }),
    damaged: (n: number) =>
      plural(n, {
        one: 'One stored file has changed since it was uploaded.',
        other: `${number(n)} stored files have changed since they were uploaded.`,
      }),
    filesTitle: 'Some files are missing or damaged',
    filesText: 'Press “Check now” below to see which ones. An older backup may still have them.',
  },
  address: {
    title: 'Address',
    printed: 'On slips and in messages',
    none: 'None',
    ofPage: 'PUBLIC_URL is not set, so this is the address of this page.',
    missing: 'Slips and messages have no address',
    missingText: (publicUrl: string | null) =>
      `${publicUrl === null ? 'This page is open at an address' : `PUBLIC_URL is ${publicUrl}, an address`} that works only on this computer. Set PUBLIC_URL to the address that people use, such as http://192.168.1.20:5000, and restart Carrel.`,
  },
  browser: {
    title: 'This browser at this address',
    address: 'Address of this page',
    other: (publicUrl: string) => `PUBLIC_URL is ${publicUrl}. Open that address to see what works for people there.`,
    checking: 'Checking…',
    names: {
      secure: 'Secure connection',
      offline: 'App without a network',
      notifications: 'Notifications',
      encryption: 'Encrypted chats',
    },
    states: { works: 'Works', missing: 'Does not work', blocked: 'Blocked', off: 'Off' },
    reasons: {
      secure: { missing: 'Everything below needs an address that starts with https://. docs/operations.md, “HTTPS”, says how to get one.' },
      offline: {
        blocked: 'This browser stores nothing for this page, for example in a private window.',
        off: 'Carrel runs with OFFLINE=off, this browser does not trust the certificate of the address, or the page was opened a moment ago.',
      },
      notifications: {
        blocked: 'They are blocked in the settings of this browser for this address.',
        off: 'They are sent once PUBLIC_URL is an address that starts with https://.',
      },
      encryption: {},
    } as Record<'secure' | 'offline' | 'notifications' | 'encryption', Reasons>,
  },
  storage: {
    title: 'Storage',
    files: 'Documents and pictures',
    database: 'Database',
    backups: 'Backups',
    free: 'Free on the data disk',
    freeForBackups: 'Free on the backup disk',
    unknown: 'Unknown',
  },
  doctor: {
    title: 'State of your data',
    about: 'Reads the whole database and every file and looks for damage. People can keep working.',
    never: 'Never checked',
    at: (when: string) => `Last checked on ${when}`,
    check: 'Check now',
    checking: 'Checking…',
    asked: 'The check will start in a few seconds.',
    askFailed: 'Failed to start the check',
    well: 'No problems found.',
    failed: 'The last check could not be finished. The reason is in the server log.',
    found: (n: number) => plural(n, { one: '1 problem found', other: `${number(n)} problems found` }),
    more: (n: number) =>
      plural(n, { one: 'And 1 more. “npm run doctor” lists all.', other: `And ${number(n)} more. “npm run doctor” lists all.` }),
  },
  versions: {
    title: 'Versions',
    program: 'Carrel',
    build: (commit: string, when: string | null, days: number) =>
      when === null
        ? `Built from ${commit}`
        : `Built from ${commit} of ${when} (${days === 0 ? 'less than a day old' : plural(days, { one: '1 day old', other: `${number(days)} days old` })})`,
    update: 'Newer version',
    none: 'None',
    unknown: 'Unknown',
    node: 'Node',
    database: 'Database',
  },
}
