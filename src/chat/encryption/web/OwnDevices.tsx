import { useState } from 'react'
import type { OpenDialog } from './dialogProps.ts'
import { OpenedDialog } from './OpenedDialog.tsx'

/** The dialog with the person's devices and its follow-up dialogs, which return to it. */
export const OwnDevices = ({ onClose }: { onClose: () => void }) => {
  const [opened, go] = useState<OpenDialog>({ name: 'devices' })
  const back = () => (opened.name === 'devices' ? onClose() : go({ name: 'devices' }))
  return <OpenedDialog opened={opened} onGo={(next) => (next ? go(next) : back())} />
}
