import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { formatList, useWords } from '#web/words.ts'
import { devicesEn } from '../encryption.devices.en.ts'
import { Digits } from './Digits.tsx'
import { useConfirmCode, useDevices } from './encryption.queries.ts'
import type { Ways } from './OpenedDialog.tsx'
import { useEncryption, useStore } from './useEncryption.ts'

/** This browser has just become a device: what can be read now, and how the past comes. */
export const NewBrowserDialog = ({ onGo, onClose }: Ways) => {
  const words = useWords(devicesEn).newBrowser
  const here = useStore(useEncryption().deviceId)
  const devices = useDevices()
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <p>{words.now}</p>
      <Loaded of={devices} skeleton={<CodeSkeleton />} failed={useWords(devicesEn).devices.loadFailed}>
        {({ items }) => {
          const names = items.filter(({ _id, kind }) => kind === 'browser' && _id !== here).map(({ name }) => name)
          const hasCode = items.some(({ kind }) => kind === 'recovery')
          if (names.length === 0 && !hasCode) return <p className="mt-3">{words.nothing}</p>
          return (
            <>
              {names.length > 0 && <Confirmed here={here} names={names} />}
              {hasCode && <ByCode onGo={onGo} />}
            </>
          )
        }}
      </Loaded>
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          {words.done}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const CodeSkeleton = () => (
  <Skeleton>
    <Bar className="my-3 h-6 w-2/3" />
  </Skeleton>
)

const Confirmed = ({ here, names }: { here: string | null; names: string[] }) => {
  const words = useWords(devicesEn)
  const code = useConfirmCode(here)
  const known = [...new Set(names.map((name) => name || words.unnamed))]
  return (
    <section className="mt-4">
      <h3 className="font-semibold">{words.newBrowser.confirm}</h3>
      <p className="wrap-anywhere">{words.newBrowser.confirmText(formatList(known))}</p>
      <Loaded of={code} skeleton={<CodeSkeleton />} failed={words.share.codeFailed}>
        {(digits) => <Digits label={words.newBrowser.label} digits={digits} columns={3} />}
      </Loaded>
    </section>
  )
}

const ByCode = ({ onGo }: Pick<Ways, 'onGo'>) => {
  const words = useWords(devicesEn).newBrowser
  return (
    <section className="mt-4">
      <h3 className="font-semibold">{words.orCode}</h3>
      <p className="mb-2">{words.orCodeText}</p>
      <Button onPress={() => onGo({ name: 'enterCode' })}>{words.enter}</Button>
    </section>
  )
}
