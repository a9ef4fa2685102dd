import { sql } from 'kysely'
import { daysOf, noMoreThanPrice, noStudent, noText, type Source, type Window } from './oversight.sources.db.ts'

/**
 * Day passes at a price that was higher before and after: a person who may change the price could lower it, take the usual one and
 * restore it. Those of a clerk, a day and a price are one entry. A price that stays is not listed, and neither are voided passes.
 * The prices after a pass are looked through backwards: for a window that ends at the last row, each maximum is found again.
 */
export const loweredPrices = (window: Window): Source => sql`
  select max(d.id) as id, 'day-pass-price' as subject, 1 as flagged, ${noStudent}, max(d.sold_at) as happened_at, d.sold_by as by_id,
    max(d.sold_by_name) as by_name, sum(d.usual - d.price) as amount, '' as reason, ${noText} as number, ${noText} as receipt_id,
    ${noText} as day, ${noMoreThanPrice(sql`d.usual`, sql`d.price`)}, count(*) as times
  from (select sales.*, case when sales.price_before < sales.price_after then sales.price_before else sales.price_after end as usual
    from (select day_passes.*,
      max(price) over (order by sold_at, id rows between unbounded preceding and 1 preceding) as price_before,
      max(price) over (order by sold_at desc, id desc rows between unbounded preceding and 1 preceding) as price_after
      from (select id, sold_at, sold_by, sold_by_name, price, payment_id from day_passes
        where sold_at >= ${window.pricesFrom} and sold_at < ${window.pricesUntil}
        ${window.passPrice === null ? sql`` : sql`union all select 'now', ${window.now}, '', '', cast(${window.passPrice} as bigint), ''`}
      ) day_passes
    ) sales
  ) d join ${daysOf(window)} on d.sold_at >= days.from_at and d.sold_at < days.until_at
    join payments p on p.id = d.payment_id
  where p.voided_at is null and d.price < d.price_before and d.price < d.price_after
  group by days.day, d.sold_by, d.price, d.usual`
