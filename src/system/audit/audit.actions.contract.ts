/*
 * Sentences for the action codes that the audit stores. As with failures, the code is data that both sides know: the export writes the
 * sentence too, and a translation is looked up by the code.
 */
export const auditActions = {
  'accounts.changePassword': 'Changed their own password',
  'accounts.resetPassword': 'Set a new password with a one-time link',
  'accounts.makeResetLink': 'Made a one-time link for a new password',
  'announcements.create': 'Added an announcement',
  'announcements.update': 'Changed an announcement',
  'announcements.remove': 'Deleted an announcement',
  'attachments.open': 'Opened a file of a conversation they are not in',
  'backup.backUp': 'Asked for a backup',
  'backup.examine': 'Asked for a check of the data',
  'categories.create': 'Added a category',
  'categories.update': 'Changed a category',
  'categories.remove': 'Deleted a category',
  'charging.setOn': 'Switched automatic monthly fees on or off',
  'charging.undo': 'Withdrew fees that were charged automatically',
  'chat.remove': 'Deleted a chat message',
  'customization.updateSystemName': 'Changed the name of the system',
  'customization.uploadLogo': 'Changed the logo',
  'customization.removeLogo': 'Removed the logo',
  'customization.updateLogoSize': 'Changed the size of the logo',
  'customization.toggleLogo': 'Showed or hid the logo',
  'customization.applyTheme': 'Changed the theme',
  'customization.createTheme': 'Added a theme',
  'customization.updateTheme': 'Changed a custom theme',
  'customization.removeTheme': 'Deleted a theme',
  'customization.updateLanding': 'Changed the landing page',
  'customization.updateHall': 'Changed the hall',
  'customization.updateDocuments': 'Changed how documents are opened',
  'customization.updateChat': 'Changed the settings of chat',
  'customization.updateRules': 'Changed the Hall rules',
  'documents.create': 'Uploaded a document',
  'documents.update': 'Changed a document',
  'documents.remove': 'Deleted a document',
  'documents.restore': 'Restored a document',
  'documents.purge': 'Deleted a document for good',
  'encryption.enable': 'Encrypted a conversation end to end',
  'fees.create': 'Added a fee',
  'fees.update': 'Changed a fee',
  'fees.pay': 'Took a payment',
  'fees.voidPayment': 'Voided a payment',
  'fees.applyCredit': 'Used credit for a fee',
  'fees.refund': 'Paid a refund',
  'fees.voidRefund': 'Voided a refund',
  'fees.generate': 'Generated the fees of a student',
  'fees.generateAll': 'Generated the fees of all students',
  'fees.leave': 'Settled the account of a student who leaves',
  'fees.closeDay': 'Closed a day',
  'fees.lockMonth': 'Locked a month',
  'fees.enterBox': 'Entered cash in or out of the box',
  'fees.voidBox': 'Voided an entry of the cash box',
  'fees.remind': 'Reminded a student of dues',
  'fees.takeBackReminder': 'Took back a reminder that was not sent',
  'fees.confirmReceiptBook': 'Confirmed the receipt book',
  'gallery.create': 'Added a picture to the gallery',
  'gallery.update': 'Changed a picture of the gallery',
  'gallery.remove': 'Deleted a picture of the gallery',
  'gallery.reorder': 'Reordered the gallery',
  'groups.create': 'Created a chat group',
  'groups.rename': 'Changed a chat group',
  'groups.remove': 'Deleted a chat group',
  'groups.addMembers': 'Added people to a chat group',
  'groups.removeMember': 'Removed someone from a chat group',
  'moderation.read': 'Read a conversation in Chat Monitoring',
  'moderation.export': 'Exported a conversation',
  'moderation.flag': 'Flagged a chat message',
  'moderation.unflag': 'Removed the flag from a chat message',
  'moderation.decide': 'Decided reports of a chat message',
  'moderation.stop': 'Stopped someone from writing in chat',
  'moderation.endStop': 'Let someone write in chat again',
  'moderation.deleteRecent': 'Deleted the recent chat messages of a person',
  'notices.create': 'Added a notice',
  'notices.update': 'Changed a notice',
  'notices.remove': 'Deleted a notice',
  'shifts.create': 'Added a shift',
  'shifts.update': 'Changed a shift',
  'shifts.remove': 'Deleted a shift',
  'thoughts.create': 'Added a thought',
  'thoughts.update': 'Changed a thought',
  'thoughts.remove': 'Deleted a thought',
  'thoughts.reorder': 'Reordered the thoughts',
  'thoughts.bulkImport': 'Imported thoughts',
  'users.create': 'Added a person',
  'users.update': 'Changed a person',
  'users.updateTermination': 'Changed when a membership ends',
  'users.giveSeatAway': 'Gave a kept seat to someone else',
  'users.exchangeSeats': 'Exchanged seats with another student',
  'users.remove': 'Deleted a person',
} as const satisfies Record<`${string}.${string}`, string>

export type AuditAction = keyof typeof auditActions

/** Subjects of the actions: the names before the dot. */
export const auditKinds = {
  accounts: 'Passwords',
  announcements: 'Announcements',
  attachments: 'Files in chat',
  backup: 'Backups',
  categories: 'Categories',
  charging: 'Automatic fees',
  chat: 'Chat',
  customization: 'Customization',
  shifts: 'Shifts',
  documents: 'Documents',
  encryption: 'Encryption of chats',
  fees: 'Fees',
  gallery: 'Gallery',
  groups: 'Chat groups',
  moderation: 'Chat monitoring',
  notices: 'Notices',
  thoughts: 'Thoughts',
  users: 'People',
} as const

export type AuditKind = keyof typeof auditKinds

export const isAction = (text: string): text is AuditAction => Object.hasOwn(auditActions, text)
export const isKind = (text: string): text is AuditKind => Object.hasOwn(auditKinds, text)

const all = Object.keys(auditActions) as AuditAction[]

/** Returns all actions of a kind, or the single action that is named. */
export const actionsOf = (kind: string): AuditAction[] => (isAction(kind) ? [kind] : all.filter((action) => action.startsWith(`${kind}.`)))

/** Returns the sentence for an action, or its code if it has none. */
export const sentenceOf = (action: string): string => (isAction(action) ? auditActions[action] : action)
