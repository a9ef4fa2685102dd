import { useEffect, useState } from 'react'
import { useStore } from '#web/api/store.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { devicesEn } from '../encryption.devices.en.ts'
import { encryptionEn } from '../encryption.en.ts'
import type { OwnDevice } from '../encryption.shapes.contract.ts'
import type { OpenDialog } from './dialogProps.ts'
import { useConfirmCode, useDevices } from './encryption.queries.ts'
import { OpenedDialog } from './OpenedDialog.tsx'
import { Standing } from './Standing.tsx'
import { useDeviceState, useEncryption } from './useEncryption.ts'
import { useRemoval } from './useRemoval.ts'

type ChatBannerProps = {
  /** True if the person is known to have an encrypted chat. */
  hasEncrypted: boolean
}

/** Above the list of chats: this browser's state, for a person with an encrypted chat, and browsers waiting to be added. */
export const ChatBanner = ({ hasEncrypted }: ChatBannerProps) => {
  const words = useWords(encryptionEn)
  const device = useDeviceState()
  const [opened, go] = useState<OpenDialog>()
  const [isLater, setLater] = useState(false)
  return (
    <>
      {device === 'recovery' && <Notice tone="info">{words.closed.recovery}</Notice>}
      {hasEncrypted && !isLater && <Standing onGo={go} onLater={() => setLater(true)} />}
      {device === 'ready' && <NewBrowsers onGo={go} />}
      <OpenedDialog opened={opened} onGo={go} />
    </>
  )
}

/** Shows the first of the person's browsers waiting to be added. */
const NewBrowsers = ({ onGo }: { onGo: (next: OpenDialog) => void }) => {
  const encryption = useEncryption()
  const here = useStore(encryption.deviceId)
  const devices = useDevices().data?.items
  const isMissing = devices?.every(({ _id, state }) => _id !== here || state === 'pending') === true
  useEffect(() => {
    // Another device may have removed this browser, or the person may have started over there.
    if (isMissing) encryption.checkOwnLists().catch(() => undefined)
  }, [encryption, isMissing])
  const first = devices?.find(({ _id, kind, state }) => kind === 'browser' && state === 'pending' && _id !== here)
  return first && <NewBrowser key={first._id} device={first} onGo={onGo} />
}

const NewBrowser = ({ device, onGo }: { device: OwnDevice; onGo: (next: OpenDialog) => void }) => {
  const { added: words, unnamed } = useWords(devicesEn)
  const code = useConfirmCode(device._id).data
  const remove = useRemoval()
  return (
    <Notice tone="warning" title={words.title(device.name || unnamed)}>
      {code !== undefined && <p className="tabular-nums">{words.shows((code.match(/\d{5}/g) ?? []).join(' '))}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onPress={() => onGo({ name: 'share', device })}>{words.yes}</Button>
        <Button onPress={() => void remove(device)}>{words.no}</Button>
      </div>
    </Notice>
  )
}
