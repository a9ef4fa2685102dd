import { KeyRound, MonitorSmartphone } from 'lucide-react'
import { useStore } from '#web/api/store.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { devicesEn } from '../encryption.devices.en.ts'
import { encryptionEn } from '../encryption.en.ts'
import type { OwnDevice } from '../encryption.shapes.contract.ts'
import type { DialogProps } from './dialogProps.ts'
import { useDevices } from './encryption.queries.ts'
import { KeptKeys } from './KeptKeys.tsx'
import { Standing, StartOverOffer } from './Standing.tsx'
import { useDeviceState, useEncryption } from './useEncryption.ts'
import { useRemoval } from './useRemoval.ts'

/** The devices of the person that can read encrypted chats, and the recovery code. */
export const DevicesDialog = ({ onGo, onClose }: DialogProps) => {
  const words = useWords(encryptionEn)
  const { title, loadFailed } = useWords(devicesEn).devices
  const state = useDeviceState()
  const devices = useDevices()
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {state === 'recovery' && <Notice tone="info">{words.closed.recovery}</Notice>}
      <Loaded of={devices} skeleton={<ListSkeleton rows={2} />} failed={loadFailed}>
        {({ items }) => (
          <>
            <Standing onGo={onGo} />
            {(state === 'none' || state === 'pending' || state === 'startedOver') && <StartOverOffer onGo={onGo} />}
            <KeptKeys />
            <Browsers devices={items.filter(({ kind }) => kind === 'browser')} onGo={onGo} />
            <Recovery device={items.find(({ kind }) => kind === 'recovery')} onGo={onGo} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

const Browsers = ({ devices, onGo }: { devices: readonly OwnDevice[] } & Pick<DialogProps, 'onGo'>) => {
  const words = useWords(devicesEn).devices
  if (devices.length === 0) return <p className="mt-2 text-muted">{words.none}</p>
  return (
    <>
      <p className="mt-2 text-muted">{words.text}</p>
      <ul aria-label={words.list}>
        {devices.map((device) => (
          <BrowserRow key={device._id} device={device} onGo={onGo} />
        ))}
      </ul>
    </>
  )
}

const BrowserRow = ({ device, onGo }: { device: OwnDevice } & Pick<DialogProps, 'onGo'>) => {
  const { devices: words, unnamed } = useWords(devicesEn)
  const isHere = useStore(useEncryption().deviceId) === device._id
  const mayShare = useDeviceState() === 'ready' && device.state !== 'registered'
  const isPending = device.state === 'pending'
  const remove = useRemoval()
  const name = device.name || unnamed
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-b py-3 last:border-0">
      <MonitorSmartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          {isHere && <Badge tone="success">{words.current}</Badge>}
          {isPending && <Badge tone="warning">{words.pending}</Badge>}
        </p>
        <p className="text-muted text-sm">{isPending ? words.asked(device.createdAt) : words.added(device.createdAt)}</p>
        <p className="text-muted text-sm">{isHere ? words.here : words.seen(device.lastSeenAt)}</p>
        {!isHere && mayShare && (
          <Button
            variant="quiet"
            className="-ml-4"
            aria-label={isPending ? words.addOf(name) : words.shareWith(name)}
            onPress={() => onGo({ name: 'share', device })}
          >
            {isPending ? words.add : words.share}
          </Button>
        )}
      </div>
      {!isHere && (
        <Button aria-label={words.removeOf(name)} onPress={() => void remove(device)}>
          {words.remove}
        </Button>
      )}
    </li>
  )
}

const Recovery = ({ device, onGo }: { device: OwnDevice | undefined } & Pick<DialogProps, 'onGo'>) => {
  const words = useWords(devicesEn).devices
  const state = useDeviceState()
  return (
    <section className="mt-2 border-line border-t pt-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <KeyRound aria-hidden="true" className="size-5 shrink-0 text-muted" />
        {words.recovery}
      </h3>
      <p className="mb-2">{device ? words.hasRecovery(device.createdAt) : words.noRecovery}</p>
      {(state === 'ready' || state === 'recovery') && <Button onPress={() => onGo({ name: 'recovery' })}>{words.renew}</Button>}
    </section>
  )
}
