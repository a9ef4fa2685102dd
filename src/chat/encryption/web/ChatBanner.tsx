import { useEffect, useState } from 'react'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { devicesEn } from '../encryption.devices.en.ts'
import { encryptionEn } from '../encryption.en.ts'
import type { OwnDevice } from '../encryption.shapes.contract.ts'
import { useConfirmCode, useDevices } from './encryption.queries.ts'
import { NotHere } from './NotHere.tsx'
import { type Opened, OpenedDialog } from './OpenedDialog.tsx'
import { noteUsedHere, useUsedHere } from './usedHere.ts'
import { useDeviceState, useEncryption, useStore } from './useEncryption.ts'
import { useRemoval } from './useRemoval.ts'

type ChatBannerProps = {
  /** Whether the person has an encrypted chat, as far as is known. */
  hasEncrypted: boolean
}

/** Above the list of chats, for people with an encrypted one: what this browser is to them, and which browsers are new. */
export const ChatBanner = ({ hasEncrypted }: ChatBannerProps) => {
  const words = useWords(encryptionEn)
  const device = useDeviceState()
  const [opened, go] = useState<Opened>()
  const [isLater, setLater] = useState(false)
  return (
    <>
      {hasEncrypted && device === 'none' && !isLater && (
        <Notice tone="info">
          <NotHere text={words.banner.title} onGo={go} onLater={() => setLater(true)} />
        </Notice>
      )}
      {hasEncrypted && device === 'unavailable' && <Notice tone="warning">{words.unavailable}</Notice>}
      {device === 'recovery' && <Notice tone="info">{words.closed.recovery}</Notice>}
      {hasEncrypted && device === 'ready' && <NewBrowsers onGo={go} />}
      <OpenedDialog opened={opened} onGo={go} />
    </>
  )
}

/** Own browsers that came after this one, and of which nobody has said here whether they are the person's. */
const useNewBrowsers = (devices: readonly OwnDevice[] | undefined): readonly OwnDevice[] => {
  const here = useStore(useEncryption().deviceId)
  const { answered } = useUsedHere(useSession()?.user._id ?? '')
  const since = devices?.find(({ _id }) => _id === here)?.createdAt
  if (!devices || since === undefined) return []
  return devices.filter(({ _id, kind, createdAt }) => kind === 'browser' && _id !== here && createdAt > since && !answered.includes(_id))
}

const NewBrowsers = ({ onGo }: { onGo: (next: Opened) => void }) => {
  const userId = useSession()?.user._id
  const devices = useDevices().data?.items
  const added = useNewBrowsers(devices)
  const hasCode = devices?.some(({ kind }) => kind === 'recovery')
  useEffect(() => {
    if (userId !== undefined && hasCode !== undefined) noteUsedHere(userId, { isUsed: true, hasCode })
  }, [userId, hasCode])
  const [first] = added
  return first && <NewBrowser key={first._id} device={first} onGo={onGo} />
}

const NewBrowser = ({ device, onGo }: { device: OwnDevice; onGo: (next: Opened) => void }) => {
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
