import type { Glossary } from "./glossary.ts";

/** German words that the rules of the check give a meaning. */
export const GERMAN: Glossary = {
  phrases: {
    "nicht überschreiten": "at most",
    "nicht übersteigen": "at most",
    "nicht überschritten werden": "at most",
    "nicht unterschreiten": "at least",
    "nicht unterschritten werden": "at least",
    "bis zu": "up to",
    "mehr als": "more than",
    "weniger als": "less than",
    "größer als": "greater than",
    "grösser als": "greater than",
    "kleiner als": "smaller than",
    "länger als": "longer than",
    "kürzer als": "shorter than",
    "höher als": "higher than",
    "niedriger als": "lower than",
    "oder mehr": "or more",
    "oder weniger": "or less",
    "auf keinen fall": "never",
    "in keinem fall": "never",
    "es sei denn": "unless",
    "im uhrzeigersinn": "clockwise",
    "gegen den uhrzeigersinn": "anticlockwise",
    "grad celsius": "degrees celsius",
    "umdrehungen pro minute": "rpm",
    "einmal im jahr": "once a year",
    "einmal pro jahr": "once a year",
    "zweimal im jahr": "two times a year",
    "zweimal pro jahr": "two times a year",
    "alle zwei jahre": "every two years",
    "eine halbe stunde": "30 minutes",
    "einer halben stunde": "30 minutes",
    "eine viertelstunde": "15 minutes",
    "halbes jahr": "6 months",
    "halbe jahr": "6 months",
    "anderthalb stunden": "90 minutes",
    "ein drittel": "a third",
    "ein viertel": "a quarter",
    "einem viertel": "a quarter",
    "eines viertels": "a quarter",
    "die hälfte": "half of",
    "nicht mehr zulässig": "not allowed",
    "nicht zulässig": "not allowed",
    "zu hoch": "too high",
    "zu niedrig": "too low",
    "zu gering": "too low",
    "zu groß": "too big",
    "zu klein": "too small",
    "zu viel": "too much",
    "zu wenig": "too little",
    "zu lang": "too long",
    "zu kurz": "too short",
    "ab werk": "factory",
    "guten tag": "hello",
    "in ordnung": "allowed",
    "nennt das kapitel": "documents",
    "nennt der abschnitt": "documents",
    "nennt die tabelle": "documents",
    "erwähnt das kapitel": "documents",
    "erwähnt der abschnitt": "documents",
    "sagt das kapitel": "documents",
    "sagt der abschnitt": "documents",
    "der abschnitt nennt": "documents",
    "das kapitel nennt": "documents",
    "die tabelle nennt": "documents",
    "nennt der text": "documents",
    "der text nennt": "documents",
    "nicht angegeben": "not stated",
    "nicht genannt": "not stated",
    "nicht aufgeführt": "not stated",
    viertelumdrehung: "quarter turn",
    "halbe umdrehung": "half turn",
    "eine halbe umdrehung": "half turn",
    "zum beispiel": "",
    "darüber hinaus": "",
    "das heißt": "",
  },
  words: `
    not: nicht weder
    no: nein
    yes: ja
    your: ihr ihre ihren ihrem ihrer ihres dein deine deinen
    check: prüfen prüft prüfe geprüft prüfung kontrollieren kontrolliert kontrolle überprüfen überprüft
    measure: messen messung
    replace: ersetzen ersetzt tauschen getauscht austauschen ausgetauscht austausch tausch wechseln gewechselt wechsel erneuern erneuert
    clean: reinigen reinigt gereinigt säubern
    adjust: einstellen einstellung justieren justiert anpassen
    remove: entfernen entfernt ausbauen ausgebaut demontieren abnehmen
    install: einbauen eingebaut montieren montiert montage
    connect: anschließen angeschlossen verbinden verbunden
    factory: werkseitig werksseitig werkseinstellung werksseitige
    turn: umdrehung umdrehungen
    torque: drehmoment anzugsmoment anziehdrehmoment anzugsdrehmoment
    pressure: druck
    temperature: temperatur
    voltage: spannung
    current: stromstärke
    resistance: widerstand
    weight: gewicht
    speed: geschwindigkeit drehzahl
    flow: durchfluss volumenstrom
    no: kein keine keinen keinem keiner keines
    never: nie niemals keinesfalls
    nobody: niemand niemanden niemandem
    nothing: nichts
    forbidden: verboten untersagt unzulässig
    without: ohne
    except: außer ausser
    only: nur lediglich ausschließlich
    avoid: vermeiden vermeide vermeidet
    at_least: mindestens wenigstens mind
    at_most: höchstens maximal
    below: unter unterhalb darunter drunter
    above: über oberhalb darüber drüber
    between: zwischen
    and: und sowie
    or: oder
    but: aber jedoch sondern
    to: bis
    from: ab
    per: pro je
    for: für
    at: bei
    with: mit
    cost: kostet kosten preis
    if: wenn falls sofern
    when: sobald
    before: bevor vor vorher
    after: nach nachdem
    afterwards: danach anschließend
    then: dann
    first: zuerst zunächst
    while: während
    because: weil da denn
    so_that: damit sodass
    otherwise: sonst andernfalls ansonsten
    must: muss müssen muß
    may: darf dürfen
    should: soll sollen sollte sollten
    can: kann können
    or_more: überschreitet überschreiten übersteigt übersteigen
    every: jede jeder jedes jeden alle
    open: öffnen öffnet öffne geöffnet offen offene offenen offenem offener
    close: schließen schließt schließe geschlossen geschlossene geschlossenen geschlossenem
    left: links linke linken linker linkes linkem
    right: rechts rechte rechten rechter rechtes rechtem
    hot: heiß heiße heißen heißem heißer heißes warm warme warmen warmem warmes
    cold: kalt kalte kalten kaltem kalter kaltes
    high: hoch hohe hohen hohem hoher hohes
    higher: höher höhere höheren
    low: niedrig niedrige niedrigen niedrigem niedriger
    lower: niedrigere niedrigeren senken sinkt sinken gesenkt
    increase: erhöhen erhöht steigt steigen
    upper: oben obere oberen oberer oberes
    bottom: unten untere unteren unterer unteres
    start: starten startet gestartet anlaufen
    stop: stoppen stoppt anhalten gestoppt
    fill: füllen füllt befüllen nachfüllen
    drain: entleeren entleert ablassen
    heating: heizen heizbetrieb
    cooling: kühlen kühlbetrieb
    wet: nass nasse nassen
    dry: trocken trockene trockenen
    long: lang lange langen
    short: kurz kurze kurzen
    loosen: lösen löst gelöst lockern
    tighten: anziehen angezogen festziehen festgezogen nachziehen
    maximum: maximale maximalen maximaler max
    minimum: minimal minimale minimalen minimaler
    inside: innen innere inneren
    outside: außen äußere äußeren aussen
    front: vorn vorne vordere vorderen
    rear: hinten hintere hinteren
    fast: schnell schnelle schnellen
    slow: langsam langsame langsamen
    on: eingeschaltet einschalten
    off: ausgeschaltet ausschalten abgeschaltet abschalten
    red: rot rote roten roter rotes rotem
    green: grün grüne grünen grüner grünes grünem
    blue: blau blaue blauen blauer blaues blauem
    yellow: gelb gelbe gelben gelber gelbes gelbem
    white: weiß weiße weißen weißer weißes weißem
    black: schwarz schwarze schwarzen schwarzer schwarzes schwarzem
    brown: braun braune braunen brauner braunes braunem
    grey: grau graue grauen grauer graues grauem
    a: ein eine einen einem einer eines
    one: eins
    two: zwei beide beiden zweier
    three: drei
    four: vier
    five: fünf
    six: sechs
    seven: sieben
    eight: acht
    nine: neun
    ten: zehn
    eleven: elf
    twelve: zwölf
    thirteen: dreizehn
    fourteen: vierzehn
    fifteen: fünfzehn
    sixteen: sechzehn
    seventeen: siebzehn
    eighteen: achtzehn
    nineteen: neunzehn
    twenty: zwanzig
    thirty: dreißig
    forty: vierzig
    fifty: fünfzig
    sixty: sechzig
    seventy: siebzig
    eighty: achtzig
    ninety: neunzig
    one_times: einmal
    two_times: zweimal
    three_times: dreimal
    four_times: viermal
    five_times: fünfmal
    times: mal
    every_6_months: halbjährlich halbjährliche halbjährlichen
    every_3_months: vierteljährlich vierteljährliche vierteljährlichen quartalsweise
    yearly: jährlich jährliche jährlichen
    monthly: monatlich monatliche monatlichen
    weekly: wöchentlich wöchentliche wöchentlichen
    daily: täglich tägliche täglichen
    seconds: sekunde sekunden
    minutes: minute minuten
    hours: stunde stunden
    days: tag tage tagen
    weeks: woche wochen
    months: monat monate monaten
    years: jahr jahre jahren
    degrees: grad
    inches: zoll
    metres: meter metern
    millimetres: millimeter millimetern
    centimetres: zentimeter zentimetern
    kilometres: kilometer kilometern
    litres: liter litern
    millilitres: milliliter millilitern
    kilograms: kilogramm kilo
    grams: gramm
    tonnes: tonne tonnen
    volts: volt
    amps: ampere
    watts: watt
    kilowatts: kilowatt
    percent: prozent
    newton_metres: newtonmeter newtonmetern
    pascals: pascal
    documents: unterlage unterlagen datenblatt dokument dokumente dokumenten handbuch anleitung betriebsanleitung richtlinie auszug auszüge auszügen passage passagen textstelle textstellen bulletin merkblatt rundschreiben sop
    type: typ
    class: klasse
    error: fehler
    terminal: klemme klemmen
    step: schritt
    page: seite
    ~: bitte etwa ca circa ungefähr rund genau beträgt betragen liegt liegen gilt gelten brauchen braucht benötigt benötigen
    ~: erforderlich nötig notwendig verwenden verwendet benutzen benutzt nutzen achten achte sorgen sicherstellen sicher stellen sie
    ~: immer dabei dafür davon dazu dadurch deshalb daher also somit wert werte fall zeigt zeigen angezeigt erscheint bedeutet
    ~: heißt steht stehen lassen lässt gibt geben geht gehen kommt kommen bleibt bleiben machen macht gemacht tun werden wird wurde
    ~: sein haben hat ist sind solange direkt möglich wichtig richtig unbedingt mittels laut gemäß wobei beim vom zum zur ans ins
    ~: ihnen einfach gut jeweils ebenfalls auch zudem außerdem erst bereits schon wieder noch mehr weniger sehr
    ~: ganz ganze ganzen gesamte gesamten dauert dauern
    ~: darauf dass darin daran hierzu hierfür deren müsste könnte beziehen bezieht vergessen reichen reicht ausreichend ausreichen
    ~: gehören gehört finden findet suchen nehmen halten tragen passen passt folgen folgt folgende folgenden folgender grundsätzlich
    ~: zusätzlich insgesamt entsprechend entsprechende entsprechenden weitere weiteren weiterer weiterem normal normalerweise verfügbar
    ~: vorhanden treffen trifft anfangen beginnen beginnt leider danke hallo quelle um siehe vorhandene möchten brauche
    ~: artikelnummer teilenummer ersatzteil ersatzteilnummer teil art nr nummer bestellen bestellnummer eigener
    ~: bekommen bekommt bekomme erhalten erhält vorgesehen vorgeschrieben zulässig erlaubt dürfte empfohlen übrigens abschnitt tabelle`,
  tens: (one, ten) => `${one === "eins" ? "ein" : one}und${ten}`,
};
