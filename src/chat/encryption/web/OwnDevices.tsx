import { useState } from 'react'
import { type Opened, OpenedDialog } from './OpenedDialog.tsx'

/** The devices of a person and what leads on from them; a dialog that was opened from the list goes back to it. */
export const OwnDevices = ({ onClose }: { onClose: () => void }) => {
  const [opened, go] = useState<Opened>({ name: 'devices' })
  const back = () => (opened.name === 'devices' ? onClose() : go({ name: 'devices' }))
  return <OpenedDialog opened={opened} onGo={(next) => (next ? go(next) : back())} />
}
