import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import type { ConversationDialogProps, DeviceDialogProps, DialogProps, OpenDialog, SetUpDialogProps } from './dialogProps.ts'

/** Each dialog's code is loaded when it is opened. */
export const dialogs = {
  enable: lazyScreen<ConversationDialogProps>(async () => (await import('./EnableDialog.tsx')).EnableDialog),
  about: lazyScreen<ConversationDialogProps>(async () => (await import('./AboutDialog.tsx')).AboutDialog),
  safety: lazyScreen<ConversationDialogProps>(async () => (await import('./SafetyDialog.tsx')).SafetyDialog),
  share: lazyScreen<DeviceDialogProps>(async () => (await import('./ShareDialog.tsx')).ShareDialog),
  setUp: lazyScreen<SetUpDialogProps>(async () => (await import('./SetUpDialog.tsx')).SetUpDialog),
  startOver: lazyScreen<SetUpDialogProps>(async () => (await import('./StartOverDialog.tsx')).StartOverDialog),
  newBrowser: lazyScreen<SetUpDialogProps>(async () => (await import('./NewBrowserDialog.tsx')).NewBrowserDialog),
  enterCode: lazyScreen<SetUpDialogProps & { isShared?: boolean }>(async () => (await import('./EnterCodeDialog.tsx')).EnterCodeDialog),
  recovery: lazyScreen<DialogProps>(async () => (await import('./RecoveryDialog.tsx')).RecoveryDialog),
  devices: lazyScreen<DialogProps>(async () => (await import('./DevicesDialog.tsx')).DevicesDialog),
}

type OpenedDialogProps = { opened: OpenDialog | undefined; onGo: (next: OpenDialog | undefined) => void }

export const OpenedDialog = ({ opened, onGo }: OpenedDialogProps) => {
  const ways = { onGo, onClose: () => onGo(undefined) }
  if (!opened) return null
  switch (opened.name) {
    case 'enable':
    case 'about':
    case 'safety':
      return <Embed screen={dialogs[opened.name]} conversation={opened.conversation} {...ways} />
    case 'share':
      return <Embed screen={dialogs.share} device={opened.device} {...ways} />
    case 'setUp':
    case 'startOver':
    case 'newBrowser':
      return <Embed screen={dialogs[opened.name]} conversation={opened.conversation} {...ways} />
    case 'enterCode':
      return <Embed screen={dialogs.enterCode} conversation={opened.conversation} isShared={opened.isShared ?? false} {...ways} />
    default:
      return <Embed screen={dialogs[opened.name]} {...ways} />
  }
}
