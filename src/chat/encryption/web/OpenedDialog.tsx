import type { Conversation } from '#chat/conversations/chat.shapes.contract.ts'
import { Slot } from '#web/shell/Slot.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import type { OwnDevice } from '../encryption.shapes.contract.ts'

/** The chat that the person was about to encrypt when something else was needed first. */
type Then = { conversation?: Conversation | undefined }

/** Which dialog is open, and about what. */
export type Opened =
  | { name: 'enable' | 'about' | 'safety'; conversation: Conversation }
  | { name: 'share'; device: OwnDevice }
  | ({ name: 'setUp' | 'startOver' | 'newBrowser' } & Then)
  | ({ name: 'enterCode'; isShared?: boolean } & Then)
  | { name: 'recovery' | 'devices' }

/** Where a dialog leads: to another one, or back. */
export type Ways = { onGo: (next: Opened) => void; onClose: () => void }
export type OfConversation = Ways & { conversation: Conversation }
export type OfDevice = Ways & { device: OwnDevice }
export type WaysThen = Ways & Then

/** Goes on with the chat that was to be encrypted, or closes. */
export const goOn = ({ conversation, onGo, onClose }: WaysThen): void => (conversation ? onGo({ name: 'enable', conversation }) : onClose())

/** Their code comes when they are opened. */
export const dialogs = {
  enable: lazyScreen<OfConversation>(async () => (await import('./EnableDialog.tsx')).EnableDialog),
  about: lazyScreen<OfConversation>(async () => (await import('./AboutDialog.tsx')).AboutDialog),
  safety: lazyScreen<OfConversation>(async () => (await import('./SafetyDialog.tsx')).SafetyDialog),
  share: lazyScreen<OfDevice>(async () => (await import('./ShareDialog.tsx')).ShareDialog),
  setUp: lazyScreen<WaysThen>(async () => (await import('./SetUpDialog.tsx')).SetUpDialog),
  startOver: lazyScreen<WaysThen>(async () => (await import('./StartOverDialog.tsx')).StartOverDialog),
  newBrowser: lazyScreen<WaysThen>(async () => (await import('./NewBrowserDialog.tsx')).NewBrowserDialog),
  enterCode: lazyScreen<WaysThen & { isShared?: boolean }>(async () => (await import('./EnterCodeDialog.tsx')).EnterCodeDialog),
  recovery: lazyScreen<Ways>(async () => (await import('./RecoveryDialog.tsx')).RecoveryDialog),
  devices: lazyScreen<Ways>(async () => (await import('./DevicesDialog.tsx')).DevicesDialog),
}

type OpenedDialogProps = { opened: Opened | undefined; onGo: (next: Opened | undefined) => void }

export const OpenedDialog = ({ opened, onGo }: OpenedDialogProps) => {
  const ways = { onGo, onClose: () => onGo(undefined) }
  if (!opened) return null
  switch (opened.name) {
    case 'enable':
    case 'about':
    case 'safety':
      return <Slot screen={dialogs[opened.name]} conversation={opened.conversation} {...ways} />
    case 'share':
      return <Slot screen={dialogs.share} device={opened.device} {...ways} />
    case 'setUp':
    case 'startOver':
    case 'newBrowser':
      return <Slot screen={dialogs[opened.name]} conversation={opened.conversation} {...ways} />
    case 'enterCode':
      return <Slot screen={dialogs.enterCode} conversation={opened.conversation} isShared={opened.isShared ?? false} {...ways} />
    default:
      return <Slot screen={dialogs[opened.name]} {...ways} />
  }
}
