import { describe, expect, test } from 'vitest'
import { cleanRichText } from './rich-text.shared.ts'

describe('T36: rich texts', () => {
  test.each([
    ['a script is removed with its content', '<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['a style sheet is removed with its content', '<style>p{display:none}</style><p>a</p>', '<p>a</p>'],
    ['an SVG is removed', '<svg onload="alert(1)"><a href="javascript:alert(1)"></a></svg>x', 'x'],
    [
      'event handlers and other attributes are removed',
      '<p onclick="alert(1)" style="position:fixed" class="x" id="y">a</p>',
      '<p>a</p>',
    ],
    [
      'images and frames are removed',
      '<p>a<img src=x onerror=alert(1)><iframe src="//evil"></iframe></p>',
      '<p>a</p>',
    ],
    ['a form is replaced by its text', '<form action="//evil"><button>Sign in</button></form>', 'Sign in'],
    ['braces of templates stay unchanged', '<p>{{7*7}} #{7*7}</p>', '<p>{{7*7}} #{7*7}</p>'],
    ['an incomplete tag becomes text', '<p>1 < 2</p><p', '<p>1 &lt; 2</p>p'],
  ])('T36: %s', (_, given, wanted) => {
    expect(cleanRichText(given)).toBe(wanted)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\tscript:alert(1)',
    'java&#x0a;script:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
  ])('T36: a link to %s loses its address', (href) => {
    expect(cleanRichText(`<p><a href="${href}">a</a></p>`)).toBe('<p>a</p>')
  })

  test('a link keeps its address and gets the attributes noopener, noreferrer and nofollow', () => {
    const clean = cleanRichText(
      '<p><a href="https://brookside.example" target="_top" rel="opener">Us</a></p>',
    )
    expect(clean).toBe('<p><a href="https://brookside.example" rel="noopener noreferrer nofollow">Us</a></p>')
  })

  test('allowed tags are unchanged, and sanitizing twice changes nothing', () => {
    const text =
      '<h3>Terms</h3><p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s><br />e</p><ul><li><p>f</p></li></ul><ol><li>g</li></ol><blockquote><p>h &amp; i</p></blockquote><hr />'
    expect(cleanRichText(text)).toBe(text)
    for (const odd of ['<p>1 < 2 & 3', '<b>a</b><h1>b</h1>', '&lt;script&gt;', '<<script>script>x']) {
      const once = cleanRichText(odd)
      expect(cleanRichText(once)).toBe(once)
      expect(once).not.toMatch(/<script/)
    }
  })

  test('tags of other editors are replaced by allowed ones', () => {
    expect(cleanRichText('<h1>A</h1><div><b>b</b> <i>c</i></div>')).toBe(
      '<h3>A</h3><p><strong>b</strong> <em>c</em></p>',
    )
  })

  test.each(['', '<p></p>', '<p><br></p>', '<p>&nbsp;</p>', '<script>x</script>', '<ul><li></li></ul>'])(
    '%s is an empty text',
    (empty) => {
      expect(cleanRichText(empty)).toBe('')
    },
  )
})
