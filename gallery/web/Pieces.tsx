import { BookOpenText, IndianRupee, MessageCircle, Users } from 'lucide-react'
import { derive } from '#contract/theme/derive.ts'
import { looks } from '#contract/theme/looks.ts'
import { NoticeLine } from '#hall/notices/web/NoticeLine.tsx'
import { readable } from '#hall/notices/web/testing/notices.ts'
import { SummaryFigures } from '#money/fees/web/FeeSummaryCards.tsx'
import { MonthStrip } from '#money/fees/web/MonthStrip.tsx'
import { twelveMonths } from '#money/fees/web/testing/months.ts'
import { BottomBar } from '#web/shell/BottomBar.tsx'
import type { Page, Site } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { chipStyle } from '#web/ui/chipStyle.ts'
import { ScrollRow } from '#web/ui/ScrollRow.tsx'
import { hindiName, name } from './names.ts'

const nothing = <P extends object>() => lazyScreen<P>(async () => () => null)
const page = (path: Page['path'], menu: string, Icon: typeof Users): Page => ({
  path,
  access: 'staff',
  screen: nothing(),
  entry: { words: { menu }, Icon },
})
const pages = [
  page('/users', 'Users', Users),
  page('/fees', 'Fees', IndianRupee),
  page('/chat', 'Chat', MessageCircle),
  page('/documents', 'Documents', BookOpenText),
]
const paths = pages.map(({ path }) => path)
const site: Site = {
  pages,
  menus: { superadmin: paths, admin: paths, manager: paths, student: paths },
  bars: { superadmin: paths, admin: paths, manager: paths, student: paths },
  redirects: {},
  check: () => new Promise(() => {}),
  loadSocket: () => new Promise(() => {}),
  loadEvents: async () => [],
  logout: () => {},
  accountMenu: nothing(),
  signInAgain: nothing(),
  banners: [],
  switcher: nothing(),
  personPanel: { whom: 'staff', screen: nothing() },
}
const user = { _id: 'farida', name, email: 'farida@example.org', role: 'manager' } as const

const summary = {
  totalAmount: 182_500,
  paidAmount: 171_300,
  paidCount: 164,
  unpaidAmount: 11_200,
  unpaidCount: 9,
  students: 60,
  records: 173,
}

const Chips = () => (
  <fieldset className="kit-row" aria-label="Purpose">
    {['Water', 'Tea and snacks', 'Repairs'].map((purpose, at) => (
      <button key={purpose} type="button" aria-pressed={at === 0} className={chipStyle}>
        {purpose}
      </button>
    ))}
  </fieldset>
)

/** One look on its own ground, whatever the page wears. */
const Look = ({ id, title }: { id: string; title: string }) => {
  const colors = looks.find(({ _id }) => _id === id)?.colors
  return (
    colors && (
      <section aria-label={title} className="rounded-xl bg-background p-4 text-ink" style={derive(colors)}>
        <p className="font-display font-semibold text-xl">{title}</p>
        <p className="mb-3 text-muted">Seats, fees and documents</p>
        <div className="kit-row">
          <Button variant="primary">Take payment</Button>
          <Button>Renew</Button>
          <Badge tone="error">Due</Badge>
          <Avatar id={hindiName} name={hindiName} />
        </div>
        <MonthStrip months={twelveMonths} />
      </section>
    )
  )
}

/** What the look is known by: docs/look.md. */
export const Pieces = () => (
  <>
    <Card title="Looks">
      <div className="kit-grid">
        {looks.map(({ _id, name: title }) => (
          <Look key={_id} id={_id} title={title} />
        ))}
      </div>
    </Card>
    <Card title="Month strip, sums and chips">
      <MonthStrip months={twelveMonths} />
      <ScrollRow tabIndex={0} role="group" aria-label="Sums" className="my-4">
        <SummaryFigures summary={summary} />
      </ScrollRow>
      <Chips />
    </Card>
    <Card title="Notice line and bottom bar">
      <NoticeLine
        banners={[readable('Water tank is being cleaned', { type: 'banner' }), readable('The fee desk closes at 6 pm', { type: 'banner' })]}
        marquees={[]}
      />
      <div className="kit-phone">
        <BottomBar site={site} user={user} />
      </div>
    </Card>
  </>
)
