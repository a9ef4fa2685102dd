import { useState } from 'react'
import { useStore } from '#web/api/store.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { formatList, useWords } from '#web/words.ts'
import { devicesEn } from '../encryption.devices.en.ts'
import type { OwnDevice } from '../encryption.shapes.contract.ts'
import { Digits } from './Digits.tsx'
import { continueOrClose, type SetUpDialogProps } from './dialogProps.ts'
import { useDevices, useEncryptionAction, usePendingCode } from './encryption.queries.ts'
import { StartOverOffer } from './Standing.tsx'
import { useEncryption } from './useEncryption.ts'

/** Shows the code that the other device must show while this browser waits, and lets the person confirm that both are equal. */
export const NewBrowserDialog = (ways: SetUpDialogProps) => {
  const words = useWords(devicesEn)
  const devices = useDevices()
  return (
    <Dialog title={words.newBrowser.title} isOpen onClose={ways.onClose}>
      <Loaded of={devices} skeleton={<CodeSkeleton />} failed={words.devices.loadFailed}>
        {({ items }) => <Paths devices={items} {...ways} />}
      </Loaded>
    </Dialog>
  )
}

const CodeSkeleton = () => (
  <Skeleton>
    <Bar className="my-3 h-6 w-2/3" />
  </Skeleton>
)

const Paths = ({ devices, ...ways }: SetUpDialogProps & { devices: readonly OwnDevice[] }) => {
  const here = useStore(useEncryption().deviceId)
  const others = devices.filter(({ _id, kind, state }) => kind === 'browser' && state === 'trusted' && _id !== here)
  const hasCode = devices.some(({ kind }) => kind === 'recovery')
  return (
    <>
      {others.length > 0 && <Confirmed others={others} {...ways} />}
      {hasCode && <ByCode hasOthers={others.length > 0} {...ways} />}
      <StartOverOffer {...ways} />
    </>
  )
}

/** Returns whether the displayed code has replaced an earlier one, as happens when another device is added or removed. */
const useIsReplaced = (code: string | undefined): boolean => {
  const [shown, setShown] = useState(code)
  const [isReplaced, setReplaced] = useState(false)
  if (code !== undefined && code !== shown) {
    setShown(code)
    setReplaced(shown !== undefined)
  }
  return isReplaced
}

const Confirmed = ({ others, ...ways }: SetUpDialogProps & { others: readonly OwnDevice[] }) => {
  const words = useWords(devicesEn)
  const encryption = useEncryption()
  const code = usePendingCode()
  const isReplaced = useIsReplaced(code.data)
  const [isTooEarly, setTooEarly] = useState(false)
  const confirm = useEncryptionAction((shown: string) => encryption.confirmPending(shown), {
    failure: words.newBrowser.failed,
    onSuccess: (isAdded) => {
      setTooEarly(!isAdded)
      if (!isAdded) return
      toast.success(words.newBrowser.done, 6_000)
      continueOrClose(ways)
    },
  })
  const known = [...new Set(others.map(({ name }) => name || words.unnamed))]
  return (
    <section>
      <h3 className="font-semibold">{words.newBrowser.confirm}</h3>
      <p className="wrap-anywhere">{words.newBrowser.confirmText(formatList(known))}</p>
      <Loaded of={code} skeleton={<CodeSkeleton />} failed={words.share.codeFailed}>
        {(digits) => <Digits label={words.newBrowser.label} digits={digits} columns={3} />}
      </Loaded>
      <p role="status" className="mb-3 font-medium text-warning-text empty:hidden">
        {isReplaced && words.newBrowser.replaced}
      </p>
      <p className="text-muted">{words.newBrowser.differs}</p>
      <p role="status" className="mt-3 font-medium text-warning-text empty:hidden">
        {isTooEarly && !confirm.isPending && words.newBrowser.notYet}
      </p>
      <DialogActions>
        <Button
          variant="primary"
          isPending={confirm.isPending}
          pendingText={words.newBrowser.checking}
          isDisabled={code.data === undefined}
          onPress={() => code.data !== undefined && confirm.mutate(code.data)}
        >
          {words.newBrowser.same}
        </Button>
      </DialogActions>
    </section>
  )
}

const ByCode = ({ hasOthers, conversation, onGo }: SetUpDialogProps & { hasOthers: boolean }) => {
  const words = useWords(devicesEn).newBrowser
  return (
    <section className="mt-6">
      <h3 className="font-semibold">{hasOthers ? words.orCode : words.enter}</h3>
      <p className="mb-2">{words.orCodeText}</p>
      <Button onPress={() => onGo({ name: 'enterCode', conversation })}>{words.enter}</Button>
    </section>
  )
}
