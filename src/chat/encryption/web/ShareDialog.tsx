import { useState } from 'react'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { devicesEn } from '../encryption.devices.en.ts'
import { Digits } from './Digits.tsx'
import type { DeviceDialogProps } from './dialogProps.ts'
import { failureText, useConfirmCode, useEncryptionAction } from './encryption.queries.ts'
import { noteAnswered } from './usedHere.ts'
import { useEncryption } from './useEncryption.ts'
import { useRemoval } from './useRemoval.ts'

/** Adds a waiting browser, or shares earlier keys with another own device, once the person has seen the same code on both. */
export const ShareDialog = ({ device, onClose }: DeviceDialogProps) => {
  const words = useWords(devicesEn)
  const encryption = useEncryption()
  const name = device.name || words.unnamed
  const isPending = device.state === 'pending'
  const code = useConfirmCode(device._id)
  const me = useSession()?.user
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const share = useEncryptionAction(() => encryption.shareWith(device._id, (done, total) => setProgress({ done, total })), {
    onSuccess: () => {
      if (me) noteAnswered(me._id, device._id)
      toast.success(words.share.done(name), 6_000)
      onClose()
    },
  })
  const remove = useRemoval(onClose)
  return (
    <Dialog title={isPending ? words.share.title : words.share.titleAgain(name)} isOpen onClose={onClose} isDismissable={!share.isPending}>
      <p className="wrap-anywhere">{words.share.text(name)}</p>
      <Loaded of={code} skeleton={<CodeSkeleton />} failed={words.share.codeFailed}>
        {(digits) => <Digits label={words.share.label} digits={digits} columns={3} />}
      </Loaded>
      <p className="text-muted">{words.share.warning}</p>
      {share.isPending && <Progress progress={progress} />}
      <FormError text={share.error ? failureText(share.error, words.share.failed) : undefined} />
      <DialogActions>
        <Button onPress={() => void remove(device)} isDisabled={share.isPending}>
          {words.share.no}
        </Button>
        <Button variant="primary" isPending={share.isPending} isDisabled={code.data === undefined} onPress={() => share.mutate()}>
          {isPending ? words.share.add : words.share.yes}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const CodeSkeleton = () => (
  <Skeleton>
    <Bar className="mx-auto my-3 h-7 w-56" />
  </Skeleton>
)

const Progress = ({ progress }: { progress: { done: number; total: number } | undefined }) => {
  const words = useWords(devicesEn).share
  const { done, total } = progress ?? { done: 0, total: 0 }
  return (
    <div className="mt-4">
      <ProgressBar
        label={words.sharing}
        value={total === 0 ? null : done / total}
        {...(total > 0 && { figures: words.figures(done, total) })}
      />
    </div>
  )
}
