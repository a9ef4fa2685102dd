import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { SaveRow } from './SaveRow.tsx'
import type { HallSettings } from './useHallSettings.ts'

/** A card with a form of some of the settings of the hall. */
export const HallCard = ({ title, settings, children }: { title: string; settings: HallSettings; children: ReactNode }) => (
  <Card title={title} className="max-w-2xl">
    <form {...settings.props} className="flex flex-col gap-4">
      {children}
      <SaveRow settings={settings} />
    </form>
  </Card>
)
