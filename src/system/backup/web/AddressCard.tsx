import { useBranding } from '#web/shell/Branding.tsx'
import { usePublicAddress } from '#web/shell/usePublicAddress.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { backupEn } from '../backup.en.ts'
import { Facts } from './Facts.tsx'

/** Warns that slips and messages contain no address, and says which setting is missing. */
export const NoAddress = () => {
  const words = useWords(backupEn).address
  const { publicUrl } = useBranding()
  if (usePublicAddress() !== undefined) return null
  return (
    <Notice tone="warning" title={words.missing}>
      {words.missingText(publicUrl)}
    </Notice>
  )
}

/** The address used on slips and in messages, and where it is configured. */
export const AddressCard = () => {
  const words = useWords(backupEn).address
  const { publicUrl } = useBranding()
  const address = usePublicAddress()
  const note = publicUrl === null && address !== undefined && { note: words.ofPage }
  return (
    <Card title={words.title}>
      <Facts facts={[{ name: words.printed, value: address ?? words.none, ...note }]} />
    </Card>
  )
}
