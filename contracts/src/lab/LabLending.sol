// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken} from "./Lab.sol";

// More contracts of the labs: loans and the prices they rest on. Never deployed.

/// @notice Lends USDC against ETH. Below a health of 1 anybody may close half of a loan for a bonus.
contract LabLoan {
    IToken public immutable token;
    address public immutable oracle;
    uint256 public immutable threshold;
    /// USDC for one ETH, in millionths.
    uint256 public price;
    mapping(address account => uint256) public collateral;
    mapping(address account => uint256) public debt;

    error Refused();

    event Liquidated(address indexed account, uint256 repaid, uint256 taken);

    /// @param threshold_ Percent of the collateral that count.
    constructor(IToken token_, address oracle_, uint256 threshold_, uint256 price_) {
        (token, oracle, threshold, price) = (token_, oracle_, threshold_, price_);
    }

    function setPrice(uint256 price_) external {
        if (msg.sender != oracle) revert Refused();
        price = price_;
    }

    function deposit() external payable {
        collateral[msg.sender] += msg.value;
    }

    function borrow(uint256 value) external {
        debt[msg.sender] += value;
        if (health(msg.sender) < 1000) revert Refused();
        token.transfer(msg.sender, value);
    }

    function repay(uint256 value) external {
        if (value > debt[msg.sender]) value = debt[msg.sender];
        debt[msg.sender] -= value;
        token.transferFrom(msg.sender, address(this), value);
    }

    /// @return Thousandths: 1000 is the limit.
    function health(address account) public view returns (uint256) {
        uint256 owed = debt[account];
        return owed == 0 ? type(uint256).max : collateral[account] * price * threshold / 100 * 1000 / 1 ether / owed;
    }

    /// @notice Repays half and takes ETH worth a twentieth more.
    function liquidate(address account) external {
        if (health(account) >= 1000) revert Refused();
        uint256 repaid = debt[account] / 2;
        uint256 taken = repaid * 1 ether / price * 105 / 100;
        if (taken > collateral[account]) taken = collateral[account];
        debt[account] -= repaid;
        collateral[account] -= taken;
        token.transferFrom(msg.sender, address(this), repaid);
        (bool sent,) = msg.sender.call{value: taken}("");
        require(sent);
        emit Liquidated(account, repaid, taken);
    }
}

/// @notice Pays ten times the price of a ticket if a hash that everybody can compute ends right.
contract LabLottery {
    uint256 public immutable ticket;
    uint256 public immutable odds;
    uint256 public immutable salt;
    mapping(address player => uint256) public played;
    mapping(address player => uint256) public won;

    error WrongPrice();

    constructor(uint256 ticket_, uint256 odds_, uint256 salt_) payable {
        (ticket, odds, salt) = (ticket_, odds_, salt_);
    }

    receive() external payable {}

    function wins(address player, uint256 number) public view returns (bool) {
        return uint256(keccak256(abi.encode(salt, player, number))) % odds == 0;
    }

    function play() external payable {
        if (msg.value != ticket) revert WrongPrice();
        played[msg.sender]++;
        if (!wins(msg.sender, block.number)) return;
        won[msg.sender]++;
        (bool sent,) = msg.sender.call{value: ticket * 10}("");
        require(sent);
    }
}
