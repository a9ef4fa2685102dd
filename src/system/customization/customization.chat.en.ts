import type { ChatSettings } from './customization.settings.contract.ts'

/** The words of the section Chat. */
export const chatSettingsEn = {
  title: 'Private messages',
  whom: 'Whom students may write to',
  choices: {
    everyone: { name: 'Everyone', means: 'Students can write to other students and to staff.' },
    staff: { name: 'Staff only', means: 'Students can write to managers and admins, but not to one another.' },
    nobody: { name: 'Nobody', means: 'Students cannot start private chats. They can reply to staff who have written to them.' },
  } satisfies Record<ChatSettings['studentsMayWrite'], { name: string; means: string }>,
  groups: 'Groups stay open, and messages that were sent stay readable.',
  presence: 'Show who is online',
  presenceHint:
    'People see whether those they chat with in private are online, and when they were last seen. Everybody can hide this about themselves.',
  encryption: 'Allow end-to-end encryption',
  encryptionHint:
    'People can then encrypt a chat. In an encrypted chat you see only messages that members report. An encrypted chat stays encrypted.',
  encryptionReasons: {
    label: 'Reasons for on and off',
    on: {
      name: 'On',
      means: 'Only members can read an encrypted chat, even if the server or a backup is stolen.',
    },
    off: { name: 'Off', means: 'Administrators can review all chats, and people who lose their devices keep their messages.' },
  },
  encryptionWithStaff: 'Allow it between students and staff',
  encryptionWithStaffHint: 'Private chats between a student and a member of staff can be encrypted too.',
}
