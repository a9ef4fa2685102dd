import { useBranding } from '#web/shell/Branding.tsx'
import { usePublicAddress } from '#web/shell/usePublicAddress.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { backupEn } from '../backup.en.ts'
import { Facts } from './Facts.tsx'

/** Says that slips and messages have no address, and what to set. */
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

/** The address that is printed and sent, and where it comes from. */
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
