import { useState } from 'react'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { devicesEn } from '../encryption.devices.en.ts'
import { encryptionEn } from '../encryption.en.ts'
import type { OpenDialog } from './dialogProps.ts'
import { failureText, useEncryptionAction, useIsLast } from './encryption.queries.ts'
import { OpenedDialog } from './OpenedDialog.tsx'
import { forgetUsedHere } from './usedHere.ts'
import { useDeviceState, useEncryption } from './useEncryption.ts'

type SignOutProps = { onSignOut: () => void; onClose: () => void }

/** Asks whether this browser stays a device; nothing is deleted before the person has chosen. */
export const SignOutDialog = ({ onSignOut, onClose }: SignOutProps) => {
  const words = useWords(devicesEn).signOut
  const { cancel } = useWords(encryptionEn)
  const encryption = useEncryption()
  const me = useSession()?.user
  const isLast = useIsLast()
  const isOutdated = useDeviceState() === 'outdated'
  const [opened, go] = useState<OpenDialog>()
  const wipe = useEncryptionAction(() => encryption.wipe(), {
    onSuccess: () => {
      if (me) forgetUsedHere(me._id)
      onSignOut()
    },
  })
  if (opened) return <OpenedDialog opened={opened} onGo={go} />
  return (
    <Dialog title={words.title} isOpen onClose={onClose} isDismissable={!wipe.isPending}>
      <p>{words.text}</p>
      {isLast.data && (
        <div className="mt-4">
          <Notice tone="warning" title={words.lastTitle}>
            <p>{words.last}</p>
            <Button className="mt-2" onPress={() => go(isOutdated ? { name: 'setUp' } : { name: 'recovery' })}>
              {words.get}
            </Button>
          </Notice>
        </div>
      )}
      {wipe.error && <Notice tone="error">{failureText(wipe.error, words.failed)}</Notice>}
      <DialogActions>
        <Button onPress={onClose} isDisabled={wipe.isPending}>
          {cancel}
        </Button>
        <Button
          variant={isLast.data ? 'danger' : 'secondary'}
          isPending={wipe.isPending}
          pendingText={words.wiping}
          onPress={() => wipe.mutate()}
        >
          {words.wipe}
        </Button>
        <Button variant="primary" onPress={onSignOut} isDisabled={wipe.isPending}>
          {words.keep}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
