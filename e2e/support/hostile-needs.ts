/**
 * What hostile pages (`core/original/testing/hostile-pages.ts`) need before they act, of those that do not by
 * being shown in frames beside each other. They are named by their text, with OUTSIDE for the address and ACT
 * for the code. The control of the walls holds each of them to it.
 */
export const hostileNeeds = {
  /** Somebody clicks, points or types. */
  hand: [
    '<a href="javascript:ACT">x</a>',
    '<a href="java\nscript:ACT">x</a>',
    '<a href=" &#14; javascript:ACT">x</a>',
    '<a href="data:text/html,<script>ACT</script>">x</a>',
    '<a href="#x" target=_blank ping="OUTSIDE">x</a>',
    '<p/onclick="ACT"/class=a>x</p>',
    '<button popovertarget=q>x</button><p id=q popover onbeforetoggle=ACT>x</p>',
    '<svg><a href="javascript:ACT"><text y=20>x</text></a></svg>',
    '<a href="OUTSIDE" target=_top>x</a>',
    '<a href="OUTSIDE">x</a>',
    '<a href="OUTSIDE" target=_blank>x</a>',
    '<a href="OUTSIDE" download>x</a>',
    '<map name=m><area shape=default href="OUTSIDE"></map><img usemap="#m" width=20 height=20 src="DOT">',
    '<form id=f action="OUTSIDE"></form><button form=f>go</button>',
    '<form action="javascript:ACT"><button>go</button></form>',
    '<p ontransitionend=ACT>x</p><style>p{transition:color 1ms}p:hover{color:red}</style>',
    '<p contenteditable oninput=ACT autofocus>x</p>',
  ],
  /** No other page took the focus. */
  focus: [
    '<input autofocus onfocus=ACT>',
    '<p tabindex=0 autofocus onfocus=ACT>x</p>',
    '<select onfocus=ACT autofocus></select>',
    '<textarea onfocus=ACT autofocus></textarea>',
  ],
  /** The window is the page's own: in a frame nothing is fetched ahead. */
  window: ['<script type=speculationrules>{"prefetch":[{"source":"list","urls":["OUTSIDE"]}]}</script>'],
} as const;

/** Those that do not act in the browser of these tests, and why they are kept. */
export const hostileElsewhere = {
  /** Browsers did this once. */
  'old browser': [
    '<applet code=a></applet>',
    '<p style="background:u/**/rl(OUTSIDE)">x</p>',
    '<p style="width:expression(ACT)">x</p>',
    '<p style="behavior:url(#default#time2)">x</p>',
    '<marquee onstart=ACT>x</marquee>',
    '<isindex action=javascript:ACT type=image>',
    '<?xml-stylesheet href="javascript:ACT"?>',
    '<embed src="javascript:ACT">',
    '<object data="javascript:ACT"></object>',
    '<html manifest="OUTSIDE"><p>x</p></html>',
    '<math><mi xlink:href="javascript:ACT">x</mi></math>',
    '<meta http-equiv=refresh content="0;url=javascript:ACT">',
  ],
  /** Another browser does it, or this one where it is set up so, or it does what no request tells of. */
  'other browser': [
    '<link rel=preconnect href="OUTSIDE">',
    '<link rel=manifest href="OUTSIDE">',
    '<p style="filter:url(OUTSIDE#a)">x</p>',
    '<fencedframe src="OUTSIDE"></fencedframe>',
  ],
  /** It is text, or a part of a name, until somebody cleans or moves it without care. */
  'careless cleaning': [
    '<scr<script>ipt>ACT</scr</script>ipt>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ACT&gt;">',
    '<template><script>ACT</script></template>',
    '<plaintext><img src=x onerror=ACT>',
    '<p title="&quot; onmouseover=&quot;ACT">x</p>',
    `<p title='" onmouseover="ACT'>x</p>`,
    '<![CDATA[<script>ACT</script>]]>',
  ],
  /** It does nothing itself: it would help something else, or is a part of what does. */
  accomplice: [
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    '<meta http-equiv="Content-Security-Policy" content="script-src *">',
    '<p id=body name=contentDocument>x</p><img name=cookie id=forms>',
    '<div is="x-y" slot=a part=b popover contenteditable autofocus tabindex=0>x</div>',
    `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='OUTSIDE'/></svg>">`,
  ],
} as const;

/** It may act: browsers that show no tabs need not fetch their pictures. */
export const hostileAtTimes: readonly string[] = ['<link rel=icon href="OUTSIDE">'];
