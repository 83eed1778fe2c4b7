import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { sameInBoth } from '../../../units/language.ts'
import type { Desk } from '../desk.ts'
import type { PageContent } from '../page.ts'
import { pickList } from '../parts/choices/picks.tsx'
import { TextField } from '../parts/fields.tsx'
import { ActForm } from '../parts/form.tsx'
import { listPage } from '../parts/list-page.tsx'
import { Card, Fact, Facts, OutsideText } from '../parts/values.tsx'
import { merchantPath } from './merchant-path.ts'

type Product = AnswerOf<'showProduct'>

/** All products, in the order of their creation. */
export const productList = listPage({
  path: '/products',
  call: 'listProducts',
  title: { zh: '商品', en: 'Products' },
  add: {
    call: 'createProduct',
    to: '/products/new',
    name: { zh: '新增商品', en: 'Add a product' },
  },
  id: 'products',
  caption: { zh: '商品清單', en: 'Products' },
  keyOf: ({ id }) => id,
  empty: { zh: '還沒有商品。', en: 'There are no products yet.' },
  newestFirst: false,
  columns: [
    {
      name: { zh: '商品', en: 'Product' },
      cell: ({ id, name }) => (
        <a href={`/products/${id}`}>
          <OutsideText text={name} />
        </a>
      ),
    },
    { name: { zh: '貨號', en: 'sku' }, cell: ({ sku }) => <OutsideText text={sku} /> },
    {
      name: { zh: '商戶', en: 'Merchant' },
      cell: ({ uid }, { say }) =>
        uid === '' ? (
          say({ zh: '平台', en: 'The platform' })
        ) : (
          <a href={merchantPath(uid)}>{uid}</a>
        ),
    },
    {
      name: { zh: '價格', en: 'Price' },
      isAmount: true,
      cell: (product) => <span class="sum">{priceText(product)}</span>,
    },
    {
      name: { zh: '幣別', en: 'Currency' },
      cell: ({ currency }) => <OutsideText text={currency} />,
    },
  ],
})

/** A price, stored in cents of HKD. */
function priceText({ price_hkd_cents: cents }: Product): string {
  return `HK$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
}

export async function drawNewProduct(desk: Desk): Promise<PageContent> {
  return {
    title: desk.say({ zh: '新增商品', en: 'Add a product' }),
    main: (
      <section class="card">
        <ActForm
          id="create"
          call="createProduct"
          button={{ zh: '新增商品', en: 'Add the product' }}
        >
          <ProductFields uid={desk.query.uid ?? ''} />
        </ActForm>
      </section>
    ),
  }
}

/** One product, with the forms that change and remove it. */
export async function drawProduct(desk: Desk): Promise<PageContent> {
  const product = await desk.need('showProduct', { path: { id: desk.path.id ?? '' } })
  return {
    title: desk.say({ zh: `商品 ${product.sku}`, en: `Product ${product.sku}` }),
    main: (
      <>
        <p class="links">
          <a href="/products">{desk.say({ zh: '所有商品', en: 'All products' })}</a>
        </p>
        {desk.may('patchProduct') ? (
          <ProductForms product={product} />
        ) : (
          <ProductFacts product={product} />
        )}
      </>
    ),
  }
}

function ProductFacts({ product }: { product: Product }) {
  return (
    <section class="card">
      <Facts>
        <Fact name={{ zh: '名稱', en: 'Name' }} text={product.name} />
        <Fact name={{ zh: '商戶', en: 'Merchant' }} text={product.uid} />
        <Fact name={{ zh: '價格', en: 'Price' }}>{priceText(product)}</Fact>
        <Fact name={{ zh: '幣別', en: 'Currency' }} text={product.currency} />
      </Facts>
    </section>
  )
}

function ProductForms({ product }: { product: Product }) {
  const { id, sku } = product
  const ofWhom =
    product.uid === '' ? { zh: '所有商戶', en: 'all merchants' } : sameInBoth(product.uid)
  return (
    <Card title={{ zh: '更改', en: 'Change it' }}>
      <ActForm
        id="change"
        call="patchProduct"
        path={{ id }}
        button={{ zh: '儲存商品', en: 'Save the product' }}
        initialValues={{
          uid: product.uid,
          sku,
          name: product.name,
          currency: product.currency,
          price_hkd_cents: String(product.price_hkd_cents),
        }}
      >
        <ProductFields />
      </ActForm>
      <ActForm
        id="remove"
        folded={{ title: { zh: '移除商品', en: 'Remove the product' } }}
        call="removeProduct"
        path={{ id }}
        button={{ zh: `移除 ${sku}`, en: `Remove ${sku}` }}
        tone="danger"
        warning={{
          zh: `${sku} 會立即從${ofWhom.zh}的商品清單消失，不能復原。`,
          en: `${sku} leaves the product list of ${ofWhom.en} at once, and cannot be brought back.`,
        }}
      />
    </Card>
  )
}

function ProductFields({ uid }: { uid?: string }) {
  return (
    <>
      <TextField
        name="uid"
        label={{ zh: '商戶代號', en: "The merchant's code" }}
        hint={{
          zh: '空白為平台的商品，所有商戶都看得到。',
          en: 'Empty for one of the platform, which all merchants see.',
        }}
        list={pickList('merchants')}
        maxlength={20}
        value={uid}
      />
      <TextField name="sku" label={{ zh: '貨號', en: 'sku' }} maxlength={64} required />
      <TextField name="name" label={{ zh: '名稱', en: 'Name' }} maxlength={120} required />
      <TextField
        name="currency"
        label={{ zh: '幣別', en: 'Currency' }}
        hint={{ zh: '例如 USDT。', en: 'Such as USDT.' }}
        maxlength={10}
        required
      />
      <TextField
        name="price_hkd_cents"
        label={{ zh: '價格（港幣的分）', en: 'Price, in cents of HKD' }}
        hint={{ zh: '100 為 HK$1。', en: '100 is HK$1.' }}
        inputmode="numeric"
        maxlength={15}
        required
      />
    </>
  )
}
