"""Files of every kind in which every element and attribute occurs, as texts."""

from __future__ import annotations

RULE = """<?xml version="1.0" encoding="UTF-8" ?>
<data type="rule">
  <settings><players>2</players><layout>table.layout.xml</layout></settings>
  <deck>
    <deck_path></deck_path>
    <deck_name>small</deck_name>
    <shuffle>yes</shuffle>
    <card><name>AH</name><value>1</value><color>red</color><suit>h</suit><fixed>n</fixed></card>
    <card><name>2S</name><value>2</value><color>black</color><suit>s</suit></card>
    <card><name>3S</name><value>3</value><color>black</color><suit>s</suit></card>
    <card><name>D0</name><fixed>Y</fixed></card>
  </deck>
  <cell_groups>
    <group category="piles">
      <cell name="1">
        <fan>south</fan>
        <rotation>22.5</rotation>
        <init_cards><card>D0,U,none</card><card>AH,U</card><card>Rd,d,west,90</card></init_cards>
        <spare>of no use</spare>
      </cell>
      <cell name="2"><init_cards><card>**</card></init_cards></cell>
    </group>
    <group category="2"><cell name="2"><init_cards/></cell></group>
  </cell_groups>
  <phases>
    <phase name="first" player="1">
      <phase_type>manual</phase_type>
      <valid_donors><category>piles</category><category>2</category></valid_donors>
      <rules>
        <rule category="piles">
          <validation>
            <receiver>
              <value>*</value><color>*</color><suit>=</suit><num_cards>4</num_cards>
              <is_faceup>Y</is_faceup><name>1</name><category>*</category>
            </receiver>
            <mover><value>-1</value><color>!</color></mover>
            <donor><num_cards> 2 </num_cards></donor>
            <condition category="2"><is_faceup>n</is_faceup><suit>s</suit></condition>
          </validation>
          <validation><mover><is_faceup>n</is_faceup></mover></validation>
          <action>
            <receiver_dest>
              <destination>2</destination>
              <num_cards>*</num_cards>
              <collapse>y</collapse>
              <shuffle>rev</shuffle>
              <rotation>180.5</rotation>
              <offset>preserve</offset>
              <flip_up>Y</flip_up>
              <except>1</except>
              <except>2</except>
            </receiver_dest>
            <mover_dest><destination>D</destination><num_cards>T</num_cards></mover_dest>
            <donor_dest><num_cards>none</num_cards><flip_up>south</flip_up></donor_dest>
            <next_phase phase="check" player="2">-10</next_phase>
          </action>
          <option><action><next_phase phase="check">5.0</next_phase></action></option>
        </rule>
      </rules>
    </phase>
    <phase name="check">
      <phase_type>auto</phase_type>
      <valid_donors/>
      <rules>
        <rule category="">
          <validation><condition category="1"><num_cards>1</num_cards></condition></validation>
          <action><next_phase phase="win">500</next_phase></action>
        </rule>
        <rule category=""><action><next_phase phase="first"/></action></rule>
      </rules>
    </phase>
    <phase name="win"><phase_type/><valid_donors/><rules/></phase>
  </phases>
</data>
"""

DECK = """<data type="deck">
  <deck>
    <deck_name>small</deck_name>
    <shuffle>y</shuffle>
    <card><name>AH</name><value>1</value><color>red</color><suit>h</suit><fixed>n</fixed></card>
    <card><name>2S</name><value>2</value><color>black</color><suit>s</suit></card>
    <card><name>3S</name><value>3</value><color>black</color><suit>s</suit></card>
    <card><name>D0</name><fixed>true</fixed></card>
  </deck>
</data>
"""

LAYOUT = """<data type="layout">
  <game>Sample</game>
  <attributes>
    <players>2</players>
    <screen_height>60</screen_height>
    <card_width>10</card_width>
    <card_height>15</card_height>
    <face_down_offset>2</face_down_offset>
    <face_up_offset>4</face_up_offset>
  </attributes>
  <cards><card>AH</card><card>2S</card><card>3S</card><card>D0</card></cards>
  <card_map><start>pictures/</start><extension>.png</extension></card_map>
  <cells>
    <cell name="1"><x_val>20</x_val><y_val>30.5</y_val></cell>
    <cell name="2"><x_val>80.25</x_val><y_val>30.5</y_val></cell>
  </cells>
</data>
"""

SAVE = """<data type="save">
  <phase>first</phase>
  <game>sample</game>
  <file>data\\sample.xml</file>
  <score>10.0</score>
  <others><score>-2</score></others>
  <cells>
    <cell name="1"> 1$null[AH~~true~~0.0~~false~~h;;red~~1h%%1%%1]$
    </cell>
    <cell name="2">2$null[]$</cell>
  </cells>
</data>
"""

SCORE = """<data type="score">
  <war>
    <score>12.0</score>
    <score>3</score>
  </war>
  <memory/>
</data>
"""

STYLE = """<data type="style">
  <language>English</language>
  <difficulty>2</difficulty>
  <cards>classic</cards>
  <sound>1</sound>
  <table>green</table>
  <dark>0</dark>
</data>
"""

SAMPLES = {
    "rule": RULE,
    "layout": LAYOUT,
    "deck": DECK,
    "save": SAVE,
    "score": SCORE,
    "style": STYLE,
}
