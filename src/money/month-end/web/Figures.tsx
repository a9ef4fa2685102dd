export type Figure = { title: string; figure: string; tone?: string; more?: string | undefined }

/** A row of sums. */
export const Figures = ({ label, figures }: { label: string; figures: readonly Figure[] }) => (
  <div className="@container">
    <dl aria-label={label} className="grid grid-cols-2 gap-3 @3xl:grid-cols-4">
      {figures.map(({ title, figure, tone = '', more }) => (
        <div key={title} className="min-w-0 rounded-lg border border-line bg-surface p-4 max-md:p-3">
          <dt className="text-muted text-sm">{title}</dt>
          <dd className={`md:font-display font-semibold text-xl tabular-nums wrap-anywhere max-md:text-base ${tone}`}>{figure}</dd>
          {more && <dd className="text-muted text-sm">{more}</dd>}
        </div>
      ))}
    </dl>
  </div>
)
